// Who throws without giving the lock back keeps it for ever.
// BRAID: verify => deadlock
// JAVA: hangs
package locks;

import java.util.concurrent.locks.ReentrantLock;

public class NoFinally {
    private static final ReentrantLock lock = new ReentrantLock();

    private static void work(int[] of, int index) {
        lock.lock();
        of[index]++;
        lock.unlock();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            try {
                work(new int[1], 1);
            } catch (ArrayIndexOutOfBoundsException e) {
                return;
            }
        });
        t.start();
        t.join();
        work(new int[1], 0);
    }
}
