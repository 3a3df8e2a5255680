// A task that waits is cancelled: it is interrupted, and get tells that it was cancelled.
// BRAID: verify => valid
// JAVA: prints
package executors;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class CancelRunning {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        Future<?> f = pool.submit(() -> {
            begun.countDown();
            never.await();
            throw new AssertionError();
        });
        begun.await();
        System.out.println(f.cancel(true) + " " + f.isDone() + " " + f.cancel(true));
        try {
            f.get();
        } catch (CancellationException e) {
            System.out.println("cancelled");
        }
        pool.shutdown();
    }
}
