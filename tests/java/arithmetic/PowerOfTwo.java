// A test of bits is true for powers of two, for zero, and for the least number: which one is wrong?
// BRAID: verify --entry arithmetic.PowerOfTwo.check => valid
// BRAID: verify --entry arithmetic.PowerOfTwo.careless => invalid line 21 throws java.lang.AssertionError
// JAVA: never
package arithmetic;

public class PowerOfTwo {
    static boolean isPower(int n) {
        return n > 0 && (n & n - 1) == 0;
    }

    static void check(int n) {
        if (isPower(n)) {
            assert (n & -n) == n;
            assert n != Integer.MIN_VALUE;
        }
    }

    static void careless(int n) {
        if ((n & n - 1) == 0) {
            assert n > 0; // fails
        }
    }
}
