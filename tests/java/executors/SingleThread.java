// The tasks of a pool with one thread come one after the other, in order.
// BRAID: verify => valid
// JAVA: prints
package executors;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class SingleThread {
    private static int count;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        pool.execute(() -> count = count + 1);
        pool.execute(() -> count = count * 10);
        pool.execute(() -> count = count + 2);
        pool.shutdown();
        System.out.println(pool.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS));
        System.out.println(count);
    }
}
