// allOf waits for all; what they did can be read afterwards.
// BRAID: verify => valid
// JAVA: prints
package executors;

import java.util.concurrent.CompletableFuture;

public class AllOf {
    private static int a;
    private static int b;

    public static void main(String[] args) {
        CompletableFuture<Void> x = CompletableFuture.runAsync(() -> a = 1);
        CompletableFuture<Void> y = CompletableFuture.runAsync(() -> b = 2);
        CompletableFuture.allOf(x, y).thenRun(() -> System.out.println(a + b)).join();
    }
}
