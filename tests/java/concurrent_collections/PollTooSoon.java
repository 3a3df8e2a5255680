// Who takes it for granted that an element is there in time.
// BRAID: verify => invalid throws java.lang.NullPointerException line 16
// JAVA: runs
package concurrent_collections;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

public class PollTooSoon {
    private static final BlockingQueue<Integer> queue = new LinkedBlockingQueue<>();

    public static void main(String[] args) throws InterruptedException {
        Thread putter = new Thread(() -> queue.add(7));
        putter.start();
        int got = queue.poll(1, TimeUnit.SECONDS); // fails
        assert got == 7;
        putter.join();
    }
}
