// What a task throws is the cause of what get throws.
// BRAID: verify => valid
// JAVA: prints
package executors;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class TaskFails {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        Future<Integer> f = pool.submit(() -> {
            if (true) {
                throw new IllegalStateException("no");
            }
            return 1;
        });
        try {
            f.get();
        } catch (ExecutionException e) {
            System.out.println(e.getCause().getMessage() + " " + f.isDone() + f.isCancelled());
        }
        pool.shutdown();
    }
}
