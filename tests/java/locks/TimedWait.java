// A timed wait may be over before the signal, and takes the lock back in any case.
// BRAID: verify => valid
// JAVA: prints
package locks;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class TimedWait {
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
        boolean signalled = false;
        if (!value) {
            signalled = set.await(1, TimeUnit.MILLISECONDS);
        }
        assert lock.isHeldByCurrentThread();
        assert !signalled || value;
        lock.unlock();
        t.join();
        System.out.println(value);
    }
}
