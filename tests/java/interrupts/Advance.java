// A thread that waits for a phase is interrupted.
// BRAID: verify => valid
// JAVA: prints
package interrupts;

import java.util.concurrent.Phaser;

public class Advance {
    private static boolean interrupted;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            try {
                new Phaser(1).awaitAdvanceInterruptibly(0);
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
