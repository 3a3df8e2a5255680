// A completion service gives futures in the order in which they end.
// BRAID: verify => valid
// JAVA: prints
package executors;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class Completion {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        ExecutorCompletionService<Integer> ended = new ExecutorCompletionService<>(pool);
        CountDownLatch go = new CountDownLatch(1);
        ended.submit(() -> {
            go.await();
            return 1;
        });
        System.out.println(ended.poll());
        ended.submit(() -> 2);
        System.out.println(ended.take().get());
        go.countDown();
        System.out.println(ended.take().get() + " " + ended.poll());
        pool.shutdown();
    }
}
