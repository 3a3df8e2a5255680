// Who polls with a timeout gets the element or nothing; then it is still there.
// BRAID: verify => valid
// JAVA: runs
package concurrent_collections;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

public class PollInTime {
    private static final BlockingQueue<Integer> queue = new LinkedBlockingQueue<>(1);

    public static void main(String[] args) throws InterruptedException {
        Thread putter = new Thread(() -> {
            try {
                queue.put(7);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        putter.start();
        Integer got = queue.poll(1, TimeUnit.NANOSECONDS);
        putter.join();
        assert got == null ? queue.peek() == 7 : got == 7 && queue.isEmpty();
        boolean fits = queue.offer(8, 1, TimeUnit.NANOSECONDS);
        assert fits == (got != null);
    }
}
