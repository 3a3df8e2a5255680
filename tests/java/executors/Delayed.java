// A task with a delay may run at any moment, but what it did can be read after get.
// BRAID: verify => valid
// JAVA: prints
package executors;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

public class Delayed {
    private static int written;

    public static void main(String[] args) throws Exception {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        ScheduledFuture<Integer> f = pool.schedule(() -> {
            written = 1;
            return 2;
        }, 1, TimeUnit.MILLISECONDS);
        pool.shutdown();
        System.out.println(f.get() + written);
    }
}
