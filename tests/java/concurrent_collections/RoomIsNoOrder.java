// Who puts when a place is free again is in no order with who took the element.
// BRAID: verify => invalid race
// JAVA: runs
package concurrent_collections;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

public class RoomIsNoOrder {
    private static final BlockingQueue<String> queue = new ArrayBlockingQueue<>(1);
    private static int data;

    public static void main(String[] args) throws InterruptedException {
        queue.put("first");
        Thread taker = new Thread(() -> {
            data = 1;
            queue.poll();
        });
        taker.start();
        queue.put("second");
        data = 2;
        taker.join();
    }
}
