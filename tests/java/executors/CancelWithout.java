// A task that waits is cancelled, but not interrupted: it waits for ever.
// BRAID: verify => deadlock
// JAVA: hangs
package executors;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class CancelWithout {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        Future<?> f = pool.submit(() -> {
            begun.countDown();
            never.await();
            return null;
        });
        begun.await();
        f.cancel(false);
        pool.shutdown();
    }
}
