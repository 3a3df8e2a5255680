// What tasks did can be read when the pool has ended; isDone and getNow order, too.
// BRAID: verify => valid
// JAVA: runs
package executors;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

public class AwaitOrders {
    private static int a;
    private static int b;

    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Future<?> first = pool.submit(() -> {
            a = 1;
        });
        pool.execute(() -> b = 2);
        pool.shutdown();
        if (first.isDone()) {
            assert a == 1;
        }
        if (pool.awaitTermination(1, TimeUnit.SECONDS)) {
            assert a + b == 3 && pool.isTerminated();
        }
    }
}
