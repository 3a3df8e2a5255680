// main waits for a task with the lock that the task needs.
// BRAID: verify => deadlock
// JAVA: hangs
package executors;

import java.util.concurrent.CompletableFuture;

public class LockHeld {
    private static final Object lock = new Object();
    private static int done;

    public static void main(String[] args) {
        synchronized (lock) {
            CompletableFuture.runAsync(() -> {
                synchronized (lock) {
                    done++;
                }
            }).join();
        }
    }
}
