// Who put an element that was handed over does not see what happened before it was taken.
// BRAID: verify => invalid race
// JAVA: runs
package concurrent_collections;

import java.util.concurrent.SynchronousQueue;

public class TakenIsNoOrder {
    private static final SynchronousQueue<String> queue = new SynchronousQueue<>();
    private static int data;

    public static void main(String[] args) throws InterruptedException {
        Thread taker = new Thread(() -> {
            try {
                data = 1;
                queue.take();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        taker.start();
        queue.put("element");
        data = 2;
        taker.join();
    }
}
