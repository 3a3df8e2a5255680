// A sum is no snapshot: it may have the second of two additions only.
// BRAID: verify => invalid line 16 throws java.lang.AssertionError
// JAVA: runs
package atomics;

import java.util.concurrent.atomic.LongAdder;

public class AdderSnapshot {
    private static final LongAdder sum = new LongAdder();

    public static void main(String[] args) {
        new Thread(() -> {
            sum.add(1);
            sum.add(2);
        }).start();
        assert sum.sum() != 2; // fails
    }
}
