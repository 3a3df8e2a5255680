// A task that comes after shutdown is rejected.
// BRAID: verify => invalid line 16 throws java.util.concurrent.RejectedExecutionException
// JAVA: prints
package executors;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class AfterShutdown {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        pool.execute(() -> {
        });
        pool.shutdown();
        System.out.println(pool.isShutdown());
        pool.execute(() -> { // fails
        });
    }
}
