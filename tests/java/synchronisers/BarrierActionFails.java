// If the action throws, the last thread gets what it threw, and the others a broken barrier.
// BRAID: verify => valid
// JAVA: prints
package synchronisers;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

public class BarrierActionFails {
    private static final CyclicBarrier barrier = new CyclicBarrier(2, () -> {
        throw new IllegalStateException();
    });
    private static int failed;
    private static int broken;

    private static synchronized void count(boolean isBroken) {
        if (isBroken) {
            broken++;
        } else {
            failed++;
        }
    }

    private static void work() {
        try {
            barrier.await();
        } catch (IllegalStateException e) {
            count(false);
        } catch (BrokenBarrierException e) {
            count(true);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(BarrierActionFails::work);
        t.start();
        work();
        t.join();
        System.out.println(failed + " " + broken + " " + barrier.isBroken());
    }
}
