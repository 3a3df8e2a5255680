// Two asynchronous stages of one future write the same field.
// BRAID: verify => invalid race
// BRAID: verify --no-races => valid
// JAVA: runs
package executors;

import java.util.concurrent.CompletableFuture;

public class StageRace {
    private static int last;

    public static void main(String[] args) {
        CompletableFuture<Integer> f = CompletableFuture.completedFuture(1);
        CompletableFuture<Void> a = f.thenAcceptAsync(x -> last = x);
        CompletableFuture<Void> b = f.thenAcceptAsync(x -> last = x + 1);
        a.join();
        b.join();
        assert last > 0;
    }
}
