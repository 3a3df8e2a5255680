// Who tries a lock while another thread has it goes another way.
// BRAID: verify => invalid line 26 throws java.lang.AssertionError
// JAVA: runs
package locks;

import java.util.concurrent.locks.ReentrantLock;

public class TryLockOrNot {
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static int count;

    public static void main(String[] args) throws InterruptedException {
        Thread waits = new Thread(() -> add());
        Thread tries = new Thread(() -> {
            if (LOCK.tryLock()) {
                LOCK.unlock();
                add();
            }
        });
        waits.start();
        tries.start();
        waits.join();
        tries.join();
        LOCK.lock();
        try {
            assert count == 2; // fails
        } finally {
            LOCK.unlock();
        }
    }

    private static void add() {
        LOCK.lock();
        try {
            count++;
        } finally {
            LOCK.unlock();
        }
    }
}
