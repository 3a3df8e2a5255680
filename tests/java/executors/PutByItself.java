// A program that puts a task into the queue of its pool by itself is not modelled.
// BRAID: verify => unknown reason a pool's queue into which the program puts tasks by itself
// JAVA: never
package executors;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class PutByItself {
    public static void main(String[] args) throws Exception {
        BlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, queue);
        pool.prestartCoreThread();
        queue.add(() -> System.out.println("runs"));
        pool.shutdown();
    }
}
