// A task waits for another one of its own pool, which has one thread.
// BRAID: verify => deadlock
// JAVA: hangs
package executors;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class OwnPool {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        Future<Integer> outer = pool.submit(() -> {
            Future<Integer> inner = pool.submit(() -> 1);
            return inner.get() + 1;
        });
        System.out.println(outer.get());
        pool.shutdown();
    }
}
