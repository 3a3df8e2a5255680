// That a queue is not empty tells that somebody has put something, but orders nothing.
// BRAID: verify => invalid race
// JAVA: runs
package concurrent_collections;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

public class NotEmptyIsNoOrder {
    private static final BlockingQueue<String> queue = new LinkedBlockingQueue<>();
    private static int data;

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            data = 1;
            queue.add("ready");
        });
        writer.start();
        if (!queue.isEmpty()) {
            data = 2;
        }
        writer.join();
    }
}
