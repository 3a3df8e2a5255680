// A StampedLock does not know who has it: who takes it twice waits for itself.
// BRAID: verify => deadlock
// JAVA: hangs
package locks;

import java.util.concurrent.locks.StampedLock;

public class StampTwice {
    public static void main(String[] args) {
        StampedLock lock = new StampedLock();
        long first = lock.writeLock();
        long second = lock.readLock();
        lock.unlockRead(second);
        lock.unlockWrite(first);
    }
}
