// A task waits for another one, and they share the only thread of their pool.
// BRAID: verify => deadlock rows 40
// JAVA: hangs
package bugs;

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
        outer.get();
        pool.shutdown();
    }
}
