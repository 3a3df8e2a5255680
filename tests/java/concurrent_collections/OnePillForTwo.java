// Two consumers, and one pill: one of them waits for ever.
// BRAID: verify => deadlock
// JAVA: hangs
package concurrent_collections;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

public class OnePillForTwo {
    private static final String PILL = "pill";
    private static final BlockingQueue<String> queue = new LinkedBlockingQueue<>();

    private static void consume() {
        try {
            while (queue.take() != PILL) {
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(OnePillForTwo::consume).start();
        new Thread(OnePillForTwo::consume).start();
        queue.put("text");
        queue.put(PILL);
    }
}
