// What main writes after it has submitted a task is in no order with the task.
// BRAID: verify => invalid race
// JAVA: runs
package executors;

import java.util.concurrent.CompletableFuture;

public class AfterSubmit {
    private static int data;

    public static void main(String[] args) {
        CompletableFuture<Integer> f = CompletableFuture.supplyAsync(() -> data);
        data = 1;
        f.join();
    }
}
