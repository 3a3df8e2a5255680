// A task comes after its own submission, not after that of another task of the pool.
// BRAID: verify => invalid race
// JAVA: runs
package executors;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class OwnSubmission {
    private static int data;

    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        pool.execute(() -> {
        });
        Thread other = new Thread(() -> {
            data = 1;
            pool.execute(() -> {
            });
        });
        other.start();
        pool.execute(() -> {
            int seen = data;
        });
        other.join();
        pool.shutdown();
    }
}
