// Who wants a lock that is never given back can be interrupted, if it asks for that.
// BRAID: verify => valid
// JAVA: prints
package interrupts;

import java.util.concurrent.locks.ReentrantLock;

public class LockInterruptibly {
    private static final ReentrantLock lock = new ReentrantLock();

    public static void main(String[] args) throws InterruptedException {
        lock.lock();
        Thread t = new Thread(() -> {
            try {
                lock.lockInterruptibly();
            } catch (InterruptedException e) {
                assert !lock.isHeldByCurrentThread();
                System.out.println("interrupted");
            }
        });
        t.start();
        t.interrupt();
        t.join();
    }
}
