// A pool with one thread and one place in its queue: a third task may be run by who brings it.
// BRAID: verify => valid
// JAVA: prints
package executors;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class CallerRuns {
    private static Thread third;

    public static void main(String[] args) throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(1), new ThreadPoolExecutor.CallerRunsPolicy());
        pool.execute(() -> {
            try {
                go.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        pool.execute(() -> {
        });
        pool.execute(() -> third = Thread.currentThread());
        System.out.println(third == Thread.currentThread());
        System.out.println(pool.getPoolSize() + " " + pool.getQueue().size());
        go.countDown();
        pool.shutdown();
    }
}
