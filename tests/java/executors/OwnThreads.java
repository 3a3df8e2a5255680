// A thread factory with names and daemons: the program ends although the pool is not shut down.
// BRAID: verify => valid
// JAVA: prints alone
package executors;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class OwnThreads {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1, task -> {
            Thread thread = new Thread(task, "own");
            thread.setDaemon(true);
            return thread;
        });
        System.out.println(pool.submit(() -> Thread.currentThread().getName()).get());
    }
}
