// Who parks looks again each time it comes back: the permit may be an old one.
// BRAID: verify => valid
// BRAID: verify --spurious => valid
// JAVA: prints
package synchronisers;

import java.util.concurrent.locks.LockSupport;

public class ParkLoop {
    private static volatile boolean ready;

    public static void main(String[] args) throws InterruptedException {
        Thread main = Thread.currentThread();
        Thread t = new Thread(() -> {
            LockSupport.unpark(main);
            ready = true;
            LockSupport.unpark(main);
        });
        t.start();
        if (!ready) {
            LockSupport.park();
            if (!ready) {
                LockSupport.park();
            }
        }
        t.join();
        System.out.println(ready);
    }
}
