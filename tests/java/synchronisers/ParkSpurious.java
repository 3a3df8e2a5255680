// A thread may come back from park for no reason, but only with --spurious is that looked at.
// BRAID: verify => valid
// BRAID: verify --spurious => invalid line 20 throws java.lang.AssertionError
// JAVA: runs
package synchronisers;

import java.util.concurrent.locks.LockSupport;

public class ParkSpurious {
    private static volatile boolean ready;

    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        Thread t = new Thread(() -> {
            ready = true;
            LockSupport.unpark(main);
        });
        t.start();
        LockSupport.park();
        assert ready; // fails
    }
}
