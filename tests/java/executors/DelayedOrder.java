// With one thread, a task that was scheduled earlier with a shorter delay comes first.
// BRAID: verify => valid
// JAVA: prints
package executors;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class DelayedOrder {
    private static String order = "";

    public static void main(String[] args) throws Exception {
        ScheduledExecutorService pool = Executors.newSingleThreadScheduledExecutor();
        pool.schedule(() -> order += "a", 1, TimeUnit.MILLISECONDS);
        pool.schedule(() -> order += "b", 2, TimeUnit.MILLISECONDS);
        pool.shutdown();
        pool.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        System.out.println(order);
    }
}
