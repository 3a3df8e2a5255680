// The plainest failure: an assertion in a method that main calls.
// BRAID: verify => invalid line 8 throws java.lang.AssertionError
// JAVA: prints
package exceptions;

public class AssertFails {
    static void check(int x) {
        assert x < 3 : "x is " + x; // fails
    }

    public static void main(String[] args) {
        for (int i = 0; i < 5; i++) {
            System.out.println(i);
            check(i);
        }
    }
}
