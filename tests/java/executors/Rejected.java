// A pool with two threads and no queue rejects a third task only while the others run.
// BRAID: verify => invalid line 24 throws java.util.concurrent.RejectedExecutionException
// JAVA: runs
package executors;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class Rejected {
    public static void main(String[] args) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(1));
        pool.execute(() -> {
        });
        try {
            pool.execute(() -> {
            });
        } catch (RejectedExecutionException e) {
            throw new AssertionError("one is in the queue at most");
        }
        try {
            pool.execute(() -> { // fails
            });
        } finally {
            pool.shutdown();
        }
    }
}
