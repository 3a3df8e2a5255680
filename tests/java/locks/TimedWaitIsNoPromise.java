// The same, if somebody believes that the time is long enough.
// BRAID: verify => invalid line 29 throws java.lang.AssertionError
// JAVA: runs
package locks;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class TimedWaitIsNoPromise {
    private static final ReentrantLock lock = new ReentrantLock();
    private static final Condition set = lock.newCondition();
    private static boolean value;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            lock.lock();
            value = true;
            set.signal();
            lock.unlock();
        });
        t.start();
        lock.lock();
        if (!value) {
            set.await(1, TimeUnit.MILLISECONDS);
        }
        boolean seen = value;
        lock.unlock();
        assert seen; // fails
    }
}
