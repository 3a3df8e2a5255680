// A timed await gives no order if its time is over.
// BRAID: verify => invalid race
// JAVA: runs
package synchronisers;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

public class LatchTimed {
    private static int value;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        new Thread(() -> {
            value = 1;
            latch.countDown();
        }).start();
        latch.await(1, TimeUnit.MINUTES);
        value = 2; // fails
    }
}
