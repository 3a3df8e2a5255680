// Producers and consumers wait for the same condition, and only one of them is signalled: it may be the
// wrong one.
// BRAID: verify => deadlock
// JAVA: may hang
package locks;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class SignalOne {
    private static final ReentrantLock lock = new ReentrantLock();
    private static final Condition changed = lock.newCondition();
    private static int count;

    static void put() {
        lock.lock();
        while (count == 1) {
            changed.awaitUninterruptibly();
        }
        count++;
        changed.signal();
        lock.unlock();
    }

    static void take() {
        lock.lock();
        while (count == 0) {
            changed.awaitUninterruptibly();
        }
        count--;
        changed.signal();
        lock.unlock();
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(SignalOne::take).start();
        new Thread(SignalOne::take).start();
        new Thread(SignalOne::put).start();
        put();
    }
}
