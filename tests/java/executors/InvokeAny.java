// invokeAny gives the result of a task that does not fail.
// BRAID: verify => valid
// JAVA: prints
package executors;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class InvokeAny {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Callable<Integer> fails = () -> {
            throw new Exception();
        };
        Callable<Integer> works = () -> 1;
        System.out.println(pool.invokeAny(List.of(fails, works)));
        pool.shutdown();
    }
}
