// Two calls of unpark are one permit.
// BRAID: verify => deadlock
// JAVA: hangs
package synchronisers;

import java.util.concurrent.locks.LockSupport;

public class OnePermit {
    public static void main(String[] args) {
        LockSupport.unpark(Thread.currentThread());
        LockSupport.unpark(Thread.currentThread());
        LockSupport.park();
        LockSupport.park();
    }
}
