// Either the element is in the queue, or the thread is interrupted; never both.
// BRAID: verify => valid
// JAVA: runs
package concurrent_collections;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

public class InterruptedPut {
    private static final BlockingQueue<String> queue = new ArrayBlockingQueue<>(1);
    private static boolean put;

    public static void main(String[] args) throws InterruptedException {
        queue.put("first");
        Thread putter = new Thread(() -> {
            try {
                queue.put("second");
                put = true;
            } catch (InterruptedException e) {
                put = false;
            }
        });
        putter.start();
        putter.interrupt();
        assert queue.take().equals("first");
        putter.join();
        assert queue.size() == (put ? 1 : 0);
    }
}
