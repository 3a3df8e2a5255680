// Who looks at an element comes after who put it.
// BRAID: verify => valid
// JAVA: runs
package concurrent_collections;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;

public class PeekIsOrder {
    private static final BlockingQueue<String> queue = new LinkedBlockingQueue<>();
    private static final ConcurrentLinkedQueue<String> other = new ConcurrentLinkedQueue<>();
    private static int data;

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            data = 1;
            queue.add("ready");
            data = 2;
            other.add("more");
        });
        writer.start();
        if (other.peek() != null) {
            assert data == 2;
        } else if (queue.contains("ready") && !other.isEmpty() && other.poll() != null) {
            data = 3;
        }
        writer.join();
    }
}
