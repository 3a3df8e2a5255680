// Who waits uninterruptibly goes on only when it is signalled, and still is interrupted.
// BRAID: verify => valid
// JAVA: prints
package interrupts;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class Uninterruptible {
    private static final ReentrantLock lock = new ReentrantLock();
    private static final Condition go = lock.newCondition();
    private static boolean open;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            lock.lock();
            while (!open) {
                go.awaitUninterruptibly();
            }
            lock.unlock();
            System.out.println(Thread.interrupted());
        });
        t.start();
        t.interrupt();
        lock.lock();
        open = true;
        go.signal();
        lock.unlock();
        t.join();
    }
}
