// What happens to an element after it was put is in no order with who takes it.
// BRAID: verify => invalid race
// JAVA: runs
package concurrent_collections;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

public class ChangedAfterPut {
    private static final BlockingQueue<int[]> queue = new LinkedBlockingQueue<>();

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            int[] cell = {1};
            queue.add(cell);
            cell[0] = 2;
        }).start();
        int got = queue.take()[0];
        assert got == 1 || got == 2;
    }
}
