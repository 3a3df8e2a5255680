// A pool with a queue of the program's: one task runs, one waits, one gets a second thread.
// BRAID: verify => valid
// JAVA: prints
package executors;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class OwnQueue {
    public static void main(String[] args) throws Exception {
        BlockingQueue<Runnable> queue = new LinkedBlockingQueue<>(1);
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 2, 1, TimeUnit.SECONDS, queue);
        CountDownLatch go = new CountDownLatch(1);
        Runnable task = () -> {
            try {
                go.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        };
        pool.execute(task);
        pool.execute(task);
        System.out.println(pool.getPoolSize() + " " + queue.size());
        pool.execute(task);
        System.out.println(pool.getPoolSize() + " " + queue.size());
        go.countDown();
        pool.shutdown();
        pool.awaitTermination(Long.MAX_VALUE, TimeUnit.DAYS);
        System.out.println(pool.getPoolSize() + " " + queue.isEmpty());
    }
}
