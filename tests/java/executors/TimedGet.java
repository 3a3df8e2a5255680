// The time may be over before the task is; then nobody knows the result.
// BRAID: verify => invalid line 16 throws java.util.concurrent.TimeoutException
// JAVA: runs
package executors;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

public class TimedGet {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        Future<Integer> f = pool.submit(() -> 1);
        pool.shutdown();
        int result = f.get(1, TimeUnit.SECONDS); // fails
        assert result == 1;
    }
}
