// The same with `if` instead of `while`: what a consumer was woken for is taken by the other one.
// BRAID: verify => invalid line 34 throws java.lang.AssertionError
// JAVA: may hang
package locks;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class BoundedBufferIf {
    private static final ReentrantLock lock = new ReentrantLock();
    private static final Condition notEmpty = lock.newCondition();
    private static final Condition notFull = lock.newCondition();
    private static int count;

    static void put() throws InterruptedException {
        lock.lock();
        try {
            while (count == 1) {
                notFull.await();
            }
            count++;
            notEmpty.signal();
        } finally {
            lock.unlock();
        }
    }

    static void take() throws InterruptedException {
        lock.lock();
        try {
            if (count == 0) {
                notEmpty.await();
            }
            assert count > 0; // fails
            count--;
            notFull.signal();
        } finally {
            lock.unlock();
        }
    }

    private static Thread taker() {
        Thread t = new Thread(() -> {
            try {
                take();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        t.start();
        return t;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = taker();
        Thread b = taker();
        put();
        put();
        a.join();
        b.join();
        assert count == 0;
        System.out.println(count);
    }
}
