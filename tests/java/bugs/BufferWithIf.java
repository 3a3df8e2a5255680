// Who is woken up does not look again: another thread may have been faster.
// BRAID: verify => invalid throws java.lang.AssertionError rows 40
// JAVA: runs
package bugs;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class BufferWithIf {
    private static final ReentrantLock lock = new ReentrantLock();
    private static final Condition notEmpty = lock.newCondition();
    private static int count;

    private static void take() {
        lock.lock();
        try {
            if (count == 0) {
                notEmpty.awaitUninterruptibly();
            }
            assert count > 0;
            count--;
        } finally {
            lock.unlock();
        }
    }

    private static void put() {
        lock.lock();
        try {
            count++;
            notEmpty.signal();
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) {
        new Thread(() -> take()).start();
        new Thread(() -> take()).start();
        put();
        put();
    }
}
