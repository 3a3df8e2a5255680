// What comes before the end of the program counts.
// BRAID: verify --entry library.ExitChecked.check => invalid line 9 throws java.lang.AssertionError
// BRAID: verify --entry library.ExitChecked.end => valid
// JAVA: never
package library;

public class ExitChecked {
    static void check(int x) {
        assert x != 5;  // fails
        System.exit(x);
    }

    static void end(int x) {
        if (x > 5) {
            System.exit(1);
        }
        assert x <= 5;
    }
}
