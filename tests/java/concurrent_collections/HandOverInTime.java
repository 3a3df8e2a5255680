// With timeouts, either both give up or both succeed.
// BRAID: verify => valid
// JAVA: runs
package concurrent_collections;

import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

public class HandOverInTime {
    private static final SynchronousQueue<Integer> queue = new SynchronousQueue<>(true);
    private static boolean given;

    public static void main(String[] args) throws InterruptedException {
        Thread giver = new Thread(() -> {
            try {
                given = queue.offer(5, 1, TimeUnit.MICROSECONDS);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        giver.start();
        Integer got = queue.poll(1, TimeUnit.MICROSECONDS);
        giver.join();
        assert given == (got != null);
    }
}
