// The same with a semaphore that is not fair: whoever finds enough takes them.
// BRAID: verify => valid
// JAVA: prints
package synchronisers;

import java.util.concurrent.Semaphore;

public class LineUnfair {
    private static final Semaphore permits = new Semaphore(1, false);

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> permits.acquireUninterruptibly(2));
        t.start();
        permits.acquire();
        permits.release(2);
        t.join();
        System.out.println(permits.availablePermits());
    }
}
