// A worker that fails does not count the latch down.
// BRAID: verify => deadlock rows 40
// JAVA: may hang
package bugs;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

public class LatchTooRarely {
    private static final CountDownLatch done = new CountDownLatch(2);
    private static final AtomicInteger turns = new AtomicInteger(1);

    private static void work() {
        try {
            int share = 12 / turns.getAndDecrement();
            done.countDown();
        } catch (ArithmeticException e) {
            // Logged elsewhere.
        }
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> work()).start();
        new Thread(() -> work()).start();
        done.await();
    }
}
