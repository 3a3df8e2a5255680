// Two threads meet twice, with an action each time: each sees what the other did before, and what the
// action did.
// BRAID: verify => valid
// JAVA: prints
package synchronisers;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

public class BarrierPhases {
    private static final int[] cells = new int[2];
    private static int sum;
    private static final CyclicBarrier barrier =
            new CyclicBarrier(2, () -> sum = cells[0] + cells[1]);

    private static void work(int index) {
        try {
            cells[index] = index + 1;
            barrier.await();
            assert sum == 3;
            cells[index] = 5;
            barrier.await();
            assert sum == 10;
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> work(0));
        t.start();
        work(1);
        t.join();
        System.out.println(sum);
    }
}
