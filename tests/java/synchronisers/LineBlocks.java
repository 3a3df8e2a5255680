// Also if it is not fair, a thread in line for two permits may keep one behind it that wants one.
// BRAID: verify => deadlock
// JAVA: may hang
package synchronisers;

import java.util.concurrent.Semaphore;

public class LineBlocks {
    private static final Semaphore permits = new Semaphore(0);

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> permits.acquireUninterruptibly(2)).start();
        new Thread(() -> {
            permits.acquireUninterruptibly(1);
            permits.release(2);
        }).start();
        permits.release();
    }
}
