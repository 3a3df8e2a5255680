// anyOf waits for one only.
// BRAID: verify => invalid line 15 throws java.lang.AssertionError
// JAVA: runs
package executors;

import java.util.concurrent.CompletableFuture;

public class AnyOf {
    public static void main(String[] args) {
        CompletableFuture<Integer> x = CompletableFuture.supplyAsync(() -> 1);
        CompletableFuture<Integer> y = CompletableFuture.supplyAsync(() -> 2);
        Object first = CompletableFuture.anyOf(x, y).join();
        assert first.equals(1) || first.equals(2);
        y.join();
        assert x.isDone() || first.equals(1); // fails
    }
}
