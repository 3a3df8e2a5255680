// A thread that waits for a latch is interrupted.
// BRAID: verify => valid
// JAVA: prints
package interrupts;

import java.util.concurrent.CountDownLatch;

public class Latch {
    private static boolean interrupted;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted = true;
                assert !Thread.interrupted();
            }
        });
        t.start();
        t.interrupt();
        t.join();
        System.out.println(interrupted);
    }
}
