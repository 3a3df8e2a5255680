// What is added during sumThenReset may be counted twice, or never.
// BRAID: verify => invalid line 16 throws java.lang.AssertionError
// JAVA: runs
package atomics;

import java.util.concurrent.atomic.LongAdder;

public class AdderReset {
    private static final LongAdder sum = new LongAdder();

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(sum::increment);
        other.start();
        long first = sum.sumThenReset();
        other.join();
        assert first + sum.sum() == 1; // fails
    }
}
