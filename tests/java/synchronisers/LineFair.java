// A thread stands in line for two permits: with a fair semaphore another one has to stand behind it,
// even for a permit that is there.
// BRAID: verify => deadlock
// JAVA: may hang
package synchronisers;

import java.util.concurrent.Semaphore;

public class LineFair {
    private static final Semaphore permits = new Semaphore(1, true);

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> permits.acquireUninterruptibly(2));
        t.start();
        permits.acquire();
        permits.release(2);
        t.join();
        System.out.println(permits.availablePermits());
    }
}
