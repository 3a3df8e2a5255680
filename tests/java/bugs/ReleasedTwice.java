// Who is interrupted while it wants a permit gives one back that it never had.
// BRAID: verify => invalid throws java.lang.AssertionError rows 40
// JAVA: runs
package bugs;

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

public class ReleasedTwice {
    private static final Semaphore permits = new Semaphore(1);
    private static final AtomicInteger inside = new AtomicInteger();

    private static void work() {
        try {
            permits.acquire();
            assert inside.incrementAndGet() == 1;
            inside.decrementAndGet();
        } catch (InterruptedException e) {
            // Not our business.
        } finally {
            permits.release();
        }
    }

    public static void main(String[] args) {
        Thread impatient = new Thread(() -> work());
        impatient.start();
        impatient.interrupt();
        new Thread(() -> work()).start();
        work();
    }
}
