// Two threads that send to each other before they receive: both queues are full.
// BRAID: verify => deadlock
// JAVA: may hang
package concurrent_collections;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

public class FullQueue {
    private static final BlockingQueue<Integer> there = new ArrayBlockingQueue<>(1);
    private static final BlockingQueue<Integer> back = new ArrayBlockingQueue<>(1);

    private static void talk(BlockingQueue<Integer> out, BlockingQueue<Integer> in) {
        try {
            out.put(1);
            out.put(2);
            in.take();
            in.take();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> talk(there, back)).start();
        talk(back, there);
    }
}
