// A chain of stages in the common pool.
// BRAID: verify => valid
// JAVA: prints
package executors;

import java.util.concurrent.CompletableFuture;

public class Chain {
    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> a = CompletableFuture.supplyAsync(() -> 20);
        CompletableFuture<String> b = a.thenApply(x -> x + 1).thenApplyAsync(x -> "got " + x);
        System.out.println(b.get());
        System.out.println(a.join() + " " + a.isDone() + b.isCompletedExceptionally());
    }
}
