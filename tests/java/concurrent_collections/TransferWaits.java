// transfer comes back when the element was taken, put at once.
// BRAID: verify => valid
// JAVA: prints
package concurrent_collections;

import java.util.concurrent.LinkedTransferQueue;

public class TransferWaits {
    private static final LinkedTransferQueue<int[]> queue = new LinkedTransferQueue<>();

    public static void main(String[] args) throws InterruptedException {
        Thread taker = new Thread(() -> {
            try {
                int sum = queue.take()[0] + queue.take()[0];
                assert sum == 3;
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        taker.start();
        queue.put(new int[] {1});
        queue.transfer(new int[] {2});
        assert queue.isEmpty();
        taker.join();
        System.out.println(queue.size());
    }
}
