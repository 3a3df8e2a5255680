// Two tasks increment a counter without a lock.
// BRAID: verify => invalid race
// BRAID: verify --no-races => invalid line 25 throws java.lang.AssertionError
// JAVA: runs
package executors;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class SharedCounter {
    private static int count;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Future<?> a = pool.submit(() -> {
            count++;
        });
        Future<?> b = pool.submit(() -> {
            count++;
        });
        a.get();
        b.get();
        pool.shutdown();
        assert count == 2; // fails
    }
}
