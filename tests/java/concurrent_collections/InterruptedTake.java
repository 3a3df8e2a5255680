// A thread that waits for an element is interrupted.
// BRAID: verify => valid
// JAVA: prints
package concurrent_collections;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

public class InterruptedTake {
    private static final BlockingQueue<String> queue = new LinkedBlockingQueue<>();
    private static String end;

    public static void main(String[] args) throws InterruptedException {
        Thread taker = new Thread(() -> {
            try {
                end = queue.take();
            } catch (InterruptedException e) {
                end = "interrupted " + Thread.currentThread().isInterrupted();
            }
        });
        taker.start();
        taker.interrupt();
        taker.join();
        System.out.println(end);
    }
}
