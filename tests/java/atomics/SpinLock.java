// A lock that spins, and what it protects.
// BRAID: verify --stateful => valid
// JAVA: prints
package atomics;

import java.util.concurrent.atomic.AtomicBoolean;

public class SpinLock {
    private static final AtomicBoolean isTaken = new AtomicBoolean();
    private static int count;

    private static void increment() {
        while (!isTaken.compareAndSet(false, true)) {
            Thread.onSpinWait();
        }
        count++;
        isTaken.set(false);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(SpinLock::increment);
        other.start();
        increment();
        other.join();
        assert count == 2;
    }
}
