// Two tasks of a pool add to two fields; main reads them after get.
// BRAID: verify => valid
// JAVA: prints
package executors;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class FixedPool {
    private static int a;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Future<Integer> x = pool.submit(() -> 20);
        Future<?> y = pool.submit(() -> {
            a = 22;
        });
        System.out.println(x.get() + " " + y.get() + " " + a);
        pool.shutdown();
    }
}
