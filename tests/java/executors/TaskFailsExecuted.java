// What a task of execute throws leaves its thread.
// BRAID: verify => invalid line 13 throws java.lang.IllegalStateException
// JAVA: prints
package executors;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class TaskFailsExecuted {
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.execute(() -> {
            throw new IllegalStateException(); // fails
        });
        pool.shutdown();
    }
}
