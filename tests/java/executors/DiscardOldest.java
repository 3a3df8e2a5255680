// The oldest task in the queue gives way to a new one.
// BRAID: verify => valid
// JAVA: prints
package executors;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class DiscardOldest {
    private static String done = "";

    public static void main(String[] args) throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(1), new ThreadPoolExecutor.DiscardOldestPolicy());
        pool.execute(() -> {
            try {
                go.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        pool.execute(() -> done += "a");
        pool.execute(() -> done += "b");
        go.countDown();
        pool.shutdown();
        pool.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        System.out.println(done);
    }
}
