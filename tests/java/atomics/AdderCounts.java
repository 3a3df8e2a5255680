// When all additions are done, a sum has all of them.
// BRAID: verify => valid
// JAVA: prints
package atomics;

import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

public class AdderCounts {
    private static final LongAdder sum = new LongAdder();
    private static final LongAccumulator most = new LongAccumulator(Long::max, 0);

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            sum.add(2);
            most.accumulate(2);
        });
        other.start();
        sum.increment();
        most.accumulate(1);
        other.join();
        assert sum.sum() == 3 && most.get() == 2;
    }
}
