// An offer succeeds only if somebody waits already.
// BRAID: verify => invalid throws java.lang.AssertionError line 21
// JAVA: may hang
package concurrent_collections;

import java.util.concurrent.SynchronousQueue;

public class OfferTooSoon {
    private static final SynchronousQueue<Integer> queue = new SynchronousQueue<>();

    public static void main(String[] args) throws InterruptedException {
        Thread taker = new Thread(() -> {
            try {
                queue.take();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        taker.setDaemon(true);
        taker.start();
        assert queue.offer(1); // fails
    }
}
