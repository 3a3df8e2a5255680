// A thread that waits for another to swap with is interrupted.
// BRAID: verify => valid
// JAVA: prints
package interrupts;

import java.util.concurrent.Exchanger;

public class Swap {
    private static boolean interrupted;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            try {
                new Exchanger<String>().exchange("mine");
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
