// The time may be over before the tasks are.
// BRAID: verify --no-races => invalid line 18 throws java.lang.AssertionError
// JAVA: runs
package executors;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class TimedTermination {
    private static int result;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.execute(() -> result = 1);
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.SECONDS);
        assert result == 1; // fails
    }
}
