// Two threads that look for room before they put: one of them waits for ever.
// BRAID: verify => deadlock
// JAVA: may hang
package concurrent_collections;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

public class CapacityCheckThenPut {
    private static final BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);

    private static void put() {
        try {
            if (queue.remainingCapacity() > 0) {
                queue.put(1);
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(CapacityCheckThenPut::put);
        other.start();
        put();
        other.join();
    }
}
