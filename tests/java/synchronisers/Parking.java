// LockSupport by one thread: a permit, blockers, times.
// BRAID: verify => valid
// JAVA: prints
package synchronisers;

import java.util.concurrent.locks.LockSupport;

public class Parking {
    public static void main(String[] args) {
        Thread me = Thread.currentThread();
        LockSupport.unpark(me);
        LockSupport.unpark(me);
        LockSupport.park();
        LockSupport.parkNanos(1000);
        LockSupport.parkNanos(0);
        LockSupport.parkUntil(0);
        LockSupport.unpark(null);
        LockSupport.unpark(me);
        LockSupport.park("me");
        System.out.println(LockSupport.getBlocker(me));
        LockSupport.parkNanos("me", 1000);
        LockSupport.parkUntil("me", 0);
        LockSupport.setCurrentBlocker("blocker");
        System.out.println(LockSupport.getBlocker(me));
        LockSupport.setCurrentBlocker(null);
        try {
            LockSupport.getBlocker(null);
        } catch (NullPointerException e) {
            System.out.println("of nobody");
        }
    }
}
