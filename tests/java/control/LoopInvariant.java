// A loop over an unknown number of rounds, bounded by an assumption in the code.
// BRAID: verify --entry control.LoopInvariant.sum => valid
// BRAID: verify --entry control.LoopInvariant.offByOne => invalid line 27 throws java.lang.AssertionError
// JAVA: never
package control;

public class LoopInvariant {
    static void sum(int n) {
        if (n < 0 || n > 6) {
            return;
        }
        int total = 0;
        for (int i = 1; i <= n; i++) {
            total += i;
        }
        assert total == n * (n + 1) / 2;
    }

    static void offByOne(int n) {
        if (n < 0 || n > 6) {
            return;
        }
        int total = 0;
        for (int i = 1; i < n; i++) {
            total += i;
        }
        assert total == n * (n + 1) / 2; // fails
    }
}
