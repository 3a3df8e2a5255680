// The same for two permits, of which there is one.
// BRAID: verify => valid
// JAVA: prints
package interrupts;

import java.util.concurrent.Semaphore;

public class AcquireTwo {
    private static final Semaphore permits = new Semaphore(1);

    private static boolean interrupted;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            try {
                permits.acquire(2);
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
