// Who reads and wants to write waits for itself.
// BRAID: verify => deadlock
// JAVA: hangs
package locks;

import java.util.concurrent.locks.ReentrantReadWriteLock;

public class Upgrade {
    public static void main(String[] args) {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        lock.readLock().lock();
        lock.writeLock().lock();
    }
}
