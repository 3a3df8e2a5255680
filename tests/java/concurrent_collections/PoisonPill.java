// A consumer ends with the pill: with all that came before it.
// BRAID: verify => valid
// JAVA: prints
package concurrent_collections;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

public class PoisonPill {
    private static final String PILL = "pill";
    private static final BlockingQueue<String> queue = new LinkedBlockingQueue<>();
    private static int length;

    private static void consume() {
        try {
            for (String text = queue.take(); text != PILL; text = queue.take()) {
                length += text.length();
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread consumer = new Thread(PoisonPill::consume);
        consumer.start();
        queue.put("ab");
        queue.put("cde");
        queue.put(PILL);
        consumer.join();
        System.out.println(length);
    }
}
