// A try that fails orders nothing.
// BRAID: verify => invalid race
// BRAID: verify --no-races => valid
// JAVA: runs
package locks;

import java.util.concurrent.locks.ReentrantLock;

public class TryLockInVain {
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static int value;

    public static void main(String[] args) {
        new Thread(() -> {
            LOCK.lock();
            value = 1;
            LOCK.unlock();
            LOCK.lock();
            LOCK.unlock();
        }).start();
        if (LOCK.tryLock()) {
            LOCK.unlock();
        } else {
            value = 2;
        }
    }
}
