// One place, two threads: each value comes once, and in order.
// BRAID: verify => valid
// JAVA: prints
package concurrent_collections;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

public class BoundedBuffer {
    private static final BlockingQueue<int[]> buffer = new ArrayBlockingQueue<>(1);

    private static void produce() {
        try {
            for (int i = 1; i <= 3; i++) {
                buffer.put(new int[] {i});
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(BoundedBuffer::produce).start();
        for (int i = 1; i <= 3; i++) {
            int[] got = buffer.take();
            assert got[0] == i;
        }
        System.out.println(buffer.isEmpty());
    }
}
