// What was written before a release is seen after the acquire that follows.
// BRAID: verify => valid
// JAVA: prints
package synchronisers;

import java.util.concurrent.Semaphore;

public class SemaphoreHandOver {
    private static final Semaphore full = new Semaphore(0);
    private static final Semaphore empty = new Semaphore(1);
    private static int value;

    private static void produce() {
        for (int i = 1; i <= 2; i++) {
            empty.acquireUninterruptibly();
            value = i;
            full.release();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(SemaphoreHandOver::produce);
        t.start();
        for (int i = 1; i <= 2; i++) {
            full.acquire();
            assert value == i;
            empty.release();
        }
        t.join();
        System.out.println(value);
    }
}
