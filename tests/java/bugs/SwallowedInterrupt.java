// The interrupt says that the worker is to end, but the worker forgets it.
// BRAID: verify => deadlock rows 40
// JAVA: may hang
package bugs;

import java.util.concurrent.Semaphore;

public class SwallowedInterrupt {
    private static final Semaphore work = new Semaphore(0);

    private static void take() {
        try {
            work.acquire();
        } catch (InterruptedException e) {
            // Try again.
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                take();
            }
        });
        worker.start();
        worker.interrupt();
        worker.join();
    }
}
