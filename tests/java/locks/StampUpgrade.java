// Who reads alone may go on to write; two of them cannot both.
// BRAID: verify => valid
// JAVA: prints
package locks;

import java.util.concurrent.locks.StampedLock;

public class StampUpgrade {
    private static final StampedLock lock = new StampedLock();
    private static int value;

    private static void increment() {
        long stamp = lock.readLock();
        long write = lock.tryConvertToWriteLock(stamp);
        if (write == 0) {
            lock.unlockRead(stamp);
            write = lock.writeLock();
        }
        value++;
        lock.unlockWrite(write);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(StampUpgrade::increment);
        t.start();
        increment();
        t.join();
        assert value == 2;
        System.out.println(value);
    }
}
