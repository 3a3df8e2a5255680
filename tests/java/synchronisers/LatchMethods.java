// The methods of CountDownLatch, by one thread.
// BRAID: verify => valid
// JAVA: prints
package synchronisers;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

public class LatchMethods {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(2) {
            public int hashCode() {
                return 1;
            }
        };
        System.out.println(latch.getCount() + " " + latch.await(1, TimeUnit.NANOSECONDS));
        latch.countDown();
        System.out.println(latch.getCount() + " " + latch);
        latch.countDown();
        latch.await();
        System.out.println(latch.await(1, TimeUnit.SECONDS) + " " + latch.await(-1, TimeUnit.DAYS));
        latch.countDown();
        System.out.println(latch.getCount());
        new CountDownLatch(0).await();
        try {
            new CountDownLatch(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            latch.await(1, null);
        } catch (NullPointerException e) {
            System.out.println("no unit");
        }
    }
}
