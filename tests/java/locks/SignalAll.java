// The same with signalAll.
// BRAID: verify => valid
// JAVA: prints
package locks;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class SignalAll {
    private static final ReentrantLock lock = new ReentrantLock();
    private static final Condition changed = lock.newCondition();
    private static int count;

    static void put() {
        lock.lock();
        while (count == 1) {
            changed.awaitUninterruptibly();
        }
        count++;
        changed.signalAll();
        lock.unlock();
    }

    static void take() {
        lock.lock();
        while (count == 0) {
            changed.awaitUninterruptibly();
        }
        count--;
        changed.signalAll();
        lock.unlock();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(SignalAll::take);
        a.start();
        put();
        put();
        take();
        a.join();
        System.out.println(count);
    }
}
