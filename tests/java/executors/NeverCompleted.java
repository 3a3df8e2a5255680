// A stage fails and the next one, which should complete a future, is left out: get waits for ever.
// BRAID: verify => deadlock
// JAVA: hangs
package executors;

import java.util.concurrent.CompletableFuture;

public class NeverCompleted {
    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> result = new CompletableFuture<>();
        CompletableFuture.supplyAsync(() -> Integer.parseInt("x")).thenAccept(result::complete);
        System.out.println(result.get());
    }
}
