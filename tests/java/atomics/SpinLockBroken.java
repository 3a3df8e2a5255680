// A lock that tests and sets in two steps.
// BRAID: verify --no-races --stateful => invalid line 27 throws java.lang.AssertionError
// BRAID: verify --stateful => invalid race
// JAVA: runs
package atomics;

import java.util.concurrent.atomic.AtomicBoolean;

public class SpinLockBroken {
    private static final AtomicBoolean isTaken = new AtomicBoolean();
    private static int count;

    private static void increment() {
        while (isTaken.get()) {
            Thread.onSpinWait();
        }
        isTaken.set(true);
        count++;
        isTaken.set(false);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(SpinLockBroken::increment);
        other.start();
        increment();
        other.join();
        assert count == 2; // fails
    }
}
