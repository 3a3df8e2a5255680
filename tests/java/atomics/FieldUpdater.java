// Updates of a field through an updater are not lost.
// BRAID: verify => valid
// JAVA: prints
package atomics;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

public class FieldUpdater {
    private static final AtomicIntegerFieldUpdater<FieldUpdater> COUNT =
            AtomicIntegerFieldUpdater.newUpdater(FieldUpdater.class, "count");

    private volatile int count;

    public static void main(String[] args) throws InterruptedException {
        FieldUpdater shared = new FieldUpdater();
        Thread other = new Thread(() -> COUNT.incrementAndGet(shared));
        other.start();
        COUNT.getAndAdd(shared, 2);
        other.join();
        assert shared.count == 3;
    }
}
