// Two stages in the common pool are combined by whoever ends last.
// BRAID: verify => valid
// JAVA: prints
package executors;

import java.util.concurrent.CompletableFuture;

public class Combine {
    private static int a;
    private static int b;

    public static void main(String[] args) {
        CompletableFuture<Integer> x = CompletableFuture.supplyAsync(() -> a = 1);
        CompletableFuture<Integer> y = CompletableFuture.supplyAsync(() -> b = 2);
        System.out.println(x.thenCombine(y, (p, q) -> p + q + a + b).join());
    }
}
