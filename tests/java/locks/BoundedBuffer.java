// A buffer of one place with two conditions, a producer and two consumers.
// BRAID: verify => valid
// JAVA: prints
package locks;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class BoundedBuffer {
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
            while (count == 0) {
                notEmpty.await();
            }
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
