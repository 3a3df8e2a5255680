// A violation is told, also if other paths end where the models do.
// BRAID: verify --entry library.ViolationBesideLimit.run => invalid line 11 throws java.lang.AssertionError
// JAVA: never
package library;

public class ViolationBesideLimit {
    static void run(int x) {
        if (x > 5) {
            System.out.println(Math.cbrt(x));
        } else {
            assert x != 3; // fails
        }
    }
}
