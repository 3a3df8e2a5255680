// The same with lock.
// BRAID: verify => deadlock
// JAVA: hangs
package interrupts;

import java.util.concurrent.locks.ReentrantLock;

public class LockUninterruptibly {
    private static final ReentrantLock lock = new ReentrantLock();

    public static void main(String[] args) throws InterruptedException {
        lock.lock();
        Thread t = new Thread(lock::lock);
        t.start();
        t.interrupt();
        t.join();
    }
}
