// Elements of an atomic array are variables of their own.
// BRAID: verify => valid
// JAVA: prints
package atomics;

import java.util.concurrent.atomic.AtomicIntegerArray;

public class ArrayCounters {
    private static final AtomicIntegerArray counts = new AtomicIntegerArray(2);

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            counts.incrementAndGet(0);
            counts.incrementAndGet(1);
        });
        other.start();
        counts.addAndGet(0, 2);
        other.join();
        assert counts.get(0) == 3 && counts.get(1) == 1;
    }
}
