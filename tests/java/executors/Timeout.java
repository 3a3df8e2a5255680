// A future that nobody completes ends by its timeout.
// BRAID: verify => valid
// JAVA: prints alone
package executors;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

public class Timeout {
    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> f = new CompletableFuture<>();
        System.out.println(f.completeOnTimeout(3, 1, TimeUnit.MILLISECONDS).join());
        CompletableFuture<Integer> g = new CompletableFuture<>();
        try {
            g.orTimeout(1, TimeUnit.MILLISECONDS).get();
        } catch (ExecutionException e) {
            System.out.println(e.getCause().getClass().getSimpleName());
        }
    }
}
