// Two threads take one permit each, and want another one.
// BRAID: verify => deadlock
// JAVA: may hang
package synchronisers;

import java.util.concurrent.Semaphore;

public class PermitsOneByOne {
    private static final Semaphore permits = new Semaphore(2);

    private static void work() {
        permits.acquireUninterruptibly();
        permits.acquireUninterruptibly();
        permits.release(2);
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(PermitsOneByOne::work).start();
        work();
    }
}
