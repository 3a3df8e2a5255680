// The same without a second look.
// BRAID: verify => invalid line 20 throws java.lang.AssertionError
// JAVA: runs
package synchronisers;

import java.util.concurrent.locks.LockSupport;

public class ParkOnce {
    private static volatile boolean ready;

    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        Thread t = new Thread(() -> {
            LockSupport.unpark(main);
            ready = true;
            LockSupport.unpark(main);
        });
        t.start();
        LockSupport.park();
        assert ready; // fails
    }
}
