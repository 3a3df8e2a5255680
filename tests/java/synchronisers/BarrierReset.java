// Who waits when a barrier is reset gets an exception; who comes later waits for others.
// BRAID: verify => valid
// JAVA: may hang
package synchronisers;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

public class BarrierReset {
    public static void main(String[] args) throws InterruptedException {
        CyclicBarrier barrier = new CyclicBarrier(2);
        Thread t = new Thread(() -> {
            try {
                barrier.await();
                assert false;
            } catch (BrokenBarrierException e) {
                return;
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        t.setDaemon(true);
        t.start();
        barrier.reset();
        assert !barrier.isBroken();
    }
}
