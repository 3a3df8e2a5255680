// tryLock does not wait, with or without a time.
// BRAID: verify => invalid line 21 throws java.lang.AssertionError
// JAVA: runs
package locks;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

public class TryLock {
    public static void main(String[] args) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Thread t = new Thread(() -> {
            lock.lock();
            lock.unlock();
        });
        t.start();
        boolean got = lock.tryLock(1, TimeUnit.SECONDS);
        if (got) {
            lock.unlock();
        }
        assert got; // fails
    }
}
