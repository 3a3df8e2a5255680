// A thread that waits for a permit is interrupted, and takes none.
// BRAID: verify => valid
// JAVA: prints
package interrupts;

import java.util.concurrent.Semaphore;

public class Acquire {
    private static final Semaphore permits = new Semaphore(0);

    private static boolean interrupted;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            try {
                permits.acquire();
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
