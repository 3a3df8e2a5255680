// Nobody shuts the pool down: its thread waits for tasks for ever.
// BRAID: verify => deadlock
// JAVA: hangs
package executors;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class NeverShutDown {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        System.out.println(pool.submit(() -> 1).get());
    }
}
