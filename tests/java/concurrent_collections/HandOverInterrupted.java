// A thread that waits for its element to be taken is interrupted, or gets rid of it.
// BRAID: verify => valid
// JAVA: runs
package concurrent_collections;

import java.util.concurrent.SynchronousQueue;

public class HandOverInterrupted {
    private static final SynchronousQueue<Integer> queue = new SynchronousQueue<>();
    private static boolean put;

    public static void main(String[] args) throws InterruptedException {
        Thread giver = new Thread(() -> {
            try {
                queue.put(1);
                put = true;
            } catch (InterruptedException e) {
                assert !Thread.currentThread().isInterrupted();
            }
        });
        giver.start();
        Integer got = queue.poll();
        giver.interrupt();
        giver.join();
        assert put == (got != null);
    }
}
