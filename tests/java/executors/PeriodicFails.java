// A task with a delay between its rounds ends with an exception; get tells.
// BRAID: verify => valid
// JAVA: prints
package executors;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

public class PeriodicFails {
    private static int rounds;

    public static void main(String[] args) throws Exception {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        ScheduledFuture<?> f = pool.scheduleWithFixedDelay(() -> {
            rounds++;
            if (rounds == 2) {
                throw new IllegalStateException("enough");
            }
        }, 0, 1, TimeUnit.MILLISECONDS);
        try {
            f.get();
        } catch (ExecutionException e) {
            System.out.println(e.getCause().getMessage() + " " + rounds);
        }
        pool.shutdown();
    }
}
