// invokeAll waits for all tasks, also for the one that fails.
// BRAID: verify => valid
// JAVA: prints
package executors;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class InvokeAll {
    private static int a;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Callable<Integer> one = () -> a = 1;
        Callable<Integer> two = () -> {
            throw new Exception("two");
        };
        List<Future<Integer>> all = pool.invokeAll(List.of(one, two));
        System.out.println(a + " " + all.get(0).isDone() + all.get(1).isDone());
        System.out.println(all.get(0).get());
        try {
            all.get(1).get();
        } catch (ExecutionException e) {
            System.out.println(e.getCause().getMessage());
        }
        pool.shutdown();
    }
}
