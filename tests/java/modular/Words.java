// Numbers within the bitwidth are exact; what leaves it is cut, and never counts as valid for no reason.
// BRAID: verify --engine modular --entry modular.Words.sum --bitwidth 6 => valid
// BRAID: verify --engine modular --entry modular.Words.wraps --bitwidth 12 => valid
// BRAID: verify --engine modular --entry modular.Words.bits --bitwidth 6 => valid
// BRAID: verify --engine modular --entry modular.Words.longs --bitwidth 6 => valid
// BRAID: verify --engine modular --entry modular.Words.narrow --bitwidth 6 => invalid line 62 throws java.lang.AssertionError
// BRAID: verify --engine modular --entry modular.Words.divides => invalid line 56 throws java.lang.ArithmeticException
// JAVA: never
package modular;

public class Words {
    byte small;
    char letter;

    static void sum(int a, int b) {
        if (a > b && b > 0) {
            assert a + b > a;
            assert a * b >= a;
            assert -(-a) == a;
        }
    }

    // With a greater number d wraps, which no 12 bits show.
    static void wraps(int a) {
        if (a > 1000) {
            int b = a * a;
            int c = b * a;
            int d = c * a;
            if (d > 0) {
                assert d == -1;
            }
        }
    }

    static void bits(int x, int y) {
        assert (x & 1) == 0 || x % 2 != 0;
        assert x >> 1 <= x || x < 0;
        assert (x ^ x) == 0 && (x | 0) == x && ~x == -x - 1;
        assert (x & y) + (x | y) == x + y;
        assert x << 2 == x * 4;
        if (x >= 0) {
            assert x >>> 1 == x / 2;
        }
    }

    static void longs(long a, int b) {
        long c = a + b;
        if (a == b) {
            assert c == 2L * b;
            assert (int) a == b;
        }
    }

    static int divides(int a, int b) {
        if (b >= 0) {
            return a / b; // fails
        }
        return 0;
    }

    void narrow() {
        assert letter != small; // fails
    }
}
