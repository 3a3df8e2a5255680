// The first future to end need not be that of the first task.
// BRAID: verify => invalid line 17 throws java.lang.AssertionError
// JAVA: runs
package executors;

import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class CompletionOrder {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        ExecutorCompletionService<Integer> ended = new ExecutorCompletionService<>(pool);
        ended.submit(() -> 1);
        ended.submit(() -> 2);
        pool.shutdown();
        assert ended.take().get() == 1; // fails
    }
}
