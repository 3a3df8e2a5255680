// A task that is cancelled before it begins does not run.
// BRAID: verify => valid
// JAVA: prints
package executors;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class CancelWaiting {
    private static boolean ran;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        CountDownLatch go = new CountDownLatch(1);
        Future<?> first = pool.submit(() -> {
            go.await();
            return null;
        });
        Future<?> second = pool.submit(() -> {
            ran = true;
        });
        System.out.println(second.cancel(false) + " " + second.isCancelled());
        go.countDown();
        pool.submit(() -> System.out.println(first.isDone() + " " + ran)).get();
        pool.shutdown();
    }
}
