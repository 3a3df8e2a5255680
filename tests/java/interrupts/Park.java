// Who parks and is interrupted goes on, and still is interrupted.
// BRAID: verify => valid
// JAVA: prints
package interrupts;

import java.util.concurrent.locks.LockSupport;

public class Park {
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                LockSupport.park();
            }
            LockSupport.park();
            assert Thread.interrupted();
        });
        t.start();
        t.interrupt();
        t.join();
        System.out.println("done");
    }
}
