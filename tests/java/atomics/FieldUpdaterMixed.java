// Only what goes through the updater is one step.
// BRAID: verify => invalid line 20 throws java.lang.AssertionError
// JAVA: runs
package atomics;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

public class FieldUpdaterMixed {
    private static final AtomicIntegerFieldUpdater<FieldUpdaterMixed> COUNT =
            AtomicIntegerFieldUpdater.newUpdater(FieldUpdaterMixed.class, "count");

    private volatile int count;

    public static void main(String[] args) throws InterruptedException {
        FieldUpdaterMixed shared = new FieldUpdaterMixed();
        Thread other = new Thread(() -> COUNT.incrementAndGet(shared));
        other.start();
        shared.count++;
        other.join();
        assert shared.count == 2; // fails
    }
}
