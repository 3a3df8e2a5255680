// add does not wait: the queue is full if nobody has taken yet.
// BRAID: verify => invalid throws java.lang.IllegalStateException line 19
// JAVA: runs
package concurrent_collections;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

public class AddToFull {
    private static final BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);

    public static void main(String[] args) throws InterruptedException {
        Thread taker = new Thread(() -> {
            Integer got = queue.poll();
            assert got == null || got == 1;
        });
        taker.start();
        queue.add(1);
        queue.add(2); // fails
        taker.join();
    }
}
