// Who is signalled before it waits is not woken: nothing says that it need not wait.
// BRAID: verify => deadlock
// JAVA: may hang
package locks;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class LostSignal {
    private static final ReentrantLock lock = new ReentrantLock();
    private static final Condition done = lock.newCondition();

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            lock.lock();
            done.signal();
            lock.unlock();
        });
        t.start();
        lock.lock();
        try {
            done.await();
        } finally {
            lock.unlock();
        }
    }
}
