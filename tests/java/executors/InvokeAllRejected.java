// invokeAll of a pool that is shut down is rejected; so is one with a task that is null.
// BRAID: verify => valid
// JAVA: prints
package executors;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

public class InvokeAllRejected {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Callable<Integer> one = () -> 1;
        try {
            pool.invokeAll(Arrays.asList(null, one));
        } catch (NullPointerException e) {
            System.out.println("null");
        }
        pool.shutdown();
        try {
            pool.invokeAll(List.of(one, one));
        } catch (RejectedExecutionException e) {
            System.out.println("rejected");
        }
    }
}
