// Who gives up breaks the barrier for who waits; if nobody gives up in time, both pass.
// BRAID: verify => valid
// JAVA: runs
package synchronisers;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class BarrierTimed {
    private static final CyclicBarrier barrier = new CyclicBarrier(2);
    private static boolean passed;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            try {
                barrier.await();
                passed = true;
            } catch (BrokenBarrierException e) {
                passed = false;
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        t.start();
        boolean mine = false;
        try {
            barrier.await(1, TimeUnit.NANOSECONDS);
            mine = true;
        } catch (TimeoutException | BrokenBarrierException e) {
            assert barrier.isBroken();
        }
        t.join();
        assert mine == passed;
    }
}
