// What a pool does before and after a task, and at its end.
// BRAID: verify => valid
// JAVA: prints
package executors;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class Hooks {
    private static String told = "";

    private static final class Pool extends ThreadPoolExecutor {
        Pool() {
            super(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        }

        protected void beforeExecute(Thread t, Runnable r) {
            told += t == Thread.currentThread() ? "before " : "wrong ";
        }

        protected void afterExecute(Runnable r, Throwable t) {
            told += "after " + t + " ";
        }

        protected void terminated() {
            told += "end";
        }
    }

    public static void main(String[] args) throws Exception {
        Pool pool = new Pool();
        pool.execute(() -> told += "task ");
        pool.shutdown();
        pool.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        System.out.println(told);
    }
}
