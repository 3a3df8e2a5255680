// A permit is given back twice: then two threads are inside.
// BRAID: verify --no-races => invalid line 16 throws java.lang.AssertionError
// BRAID: verify => invalid race
// JAVA: runs
package synchronisers;

import java.util.concurrent.Semaphore;

public class ReleasedTwice {
    private static final Semaphore permit = new Semaphore(1);
    private static int inside;

    private static void work() {
        permit.acquireUninterruptibly();
        inside++;
        assert inside == 1; // fails
        inside--;
        permit.release();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(ReleasedTwice::work);
        Thread b = new Thread(ReleasedTwice::work);
        permit.acquire();
        try {
            permit.release();
        } finally {
            permit.release();
        }
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
