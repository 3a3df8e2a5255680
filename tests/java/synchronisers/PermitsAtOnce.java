// The same, if both permits are taken in one step.
// BRAID: verify => valid
// JAVA: prints
package synchronisers;

import java.util.concurrent.Semaphore;

public class PermitsAtOnce {
    private static final Semaphore permits = new Semaphore(2);

    private static void work() {
        permits.acquireUninterruptibly(2);
        permits.release(2);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(PermitsAtOnce::work);
        t.start();
        work();
        t.join();
        System.out.println(permits.availablePermits());
    }
}
