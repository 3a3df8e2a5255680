// Who is interrupted at a barrier breaks it for the other one.
// BRAID: verify => valid
// JAVA: prints
package interrupts;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

public class Barrier {
    private static final CyclicBarrier barrier = new CyclicBarrier(3);
    private static int broken;
    private static int interrupted;

    private static void work() {
        try {
            barrier.await();
        } catch (BrokenBarrierException e) {
            synchronized (barrier) {
                broken++;
            }
        } catch (InterruptedException e) {
            synchronized (barrier) {
                interrupted++;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(Barrier::work);
        t.start();
        Thread.currentThread().interrupt();
        work();
        t.join();
        System.out.println(broken + " " + interrupted + " " + barrier.isBroken());
    }
}
