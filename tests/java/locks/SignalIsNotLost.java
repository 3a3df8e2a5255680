// One of two waits is over before it is signalled: then the signal is for the other one.
// BRAID: verify => valid
// JAVA: prints
package locks;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class SignalIsNotLost {
    private static final ReentrantLock lock = new ReentrantLock();
    private static final Condition go = lock.newCondition();
    private static boolean open;

    private static void timed() {
        lock.lock();
        try {
            if (go.await(1, TimeUnit.MILLISECONDS)) {
                go.signal();
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        } finally {
            lock.unlock();
        }
    }

    private static void untimed() {
        lock.lock();
        while (!open) {
            go.awaitUninterruptibly();
        }
        lock.unlock();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(SignalIsNotLost::timed);
        Thread b = new Thread(SignalIsNotLost::untimed);
        a.start();
        b.start();
        lock.lock();
        open = true;
        go.signal();
        lock.unlock();
        a.join();
        b.join();
        System.out.println(open);
    }
}
