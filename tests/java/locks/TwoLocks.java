// Each thread has a lock of its own: that orders nothing.
// BRAID: verify => invalid race line 13
// JAVA: runs
package locks;

import java.util.concurrent.locks.ReentrantLock;

public class TwoLocks {
    private static int count;

    private static void increment(ReentrantLock lock) {
        lock.lock();
        count++; // fails
        lock.unlock();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(() -> increment(new ReentrantLock()));
        Thread b = new Thread(() -> increment(new ReentrantLock()));
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
