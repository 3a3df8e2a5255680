// Each thread gets an index of its own; the last one to arrive gets 0.
// BRAID: verify => valid
// JAVA: prints
package synchronisers;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

public class BarrierIndex {
    private static final boolean[] seen = new boolean[2];

    private static void work(CyclicBarrier barrier) {
        try {
            int index = barrier.await();
            assert !seen[index];
            seen[index] = true;
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        CyclicBarrier barrier = new CyclicBarrier(2);
        Thread t = new Thread(() -> work(barrier));
        t.start();
        work(barrier);
        t.join();
        System.out.println(seen[0] && seen[1]);
    }
}
