// What happened before an element was put is seen by who takes it: no data race.
// BRAID: verify => valid
// JAVA: prints
package concurrent_collections;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

public class QueuePublishes {
    private static final BlockingQueue<int[]> queue = new LinkedBlockingQueue<>();
    private static int before;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            int[] cell = {1};
            before = 2;
            queue.add(cell);
        }).start();
        System.out.println(queue.take()[0] + before);
    }
}
