// A semaphore with one permit keeps others out.
// BRAID: verify => valid
// JAVA: prints
package synchronisers;

import java.util.concurrent.Semaphore;

public class SemaphoreMutex {
    private static final Semaphore permit = new Semaphore(1);
    private static int inside;

    private static void work() {
        permit.acquireUninterruptibly();
        inside++;
        assert inside == 1;
        inside--;
        permit.release();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(SemaphoreMutex::work);
        Thread b = new Thread(SemaphoreMutex::work);
        a.start();
        b.start();
        work();
        a.join();
        b.join();
        System.out.println(permit.availablePermits());
    }
}
