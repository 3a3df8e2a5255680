// A task swallows the interrupt of shutdownNow and waits again: the pool never ends.
// BRAID: verify => deadlock
// JAVA: hangs
package executors;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class ShutdownNowIgnored {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        pool.execute(() -> {
            begun.countDown();
            while (true) {
                try {
                    never.await();
                    return;
                } catch (InterruptedException e) {
                    // again
                }
            }
        });
        begun.await();
        pool.shutdownNow();
    }
}
