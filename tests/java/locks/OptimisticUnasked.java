// The same, if the answer is taken for the opposite.
// BRAID: verify --no-races => invalid line 30 throws java.lang.AssertionError
// JAVA: runs
package locks;

import java.util.concurrent.locks.StampedLock;

public class OptimisticUnasked {
    private static final StampedLock lock = new StampedLock();
    private static int x;
    private static int y;

    private static void move() {
        long stamp = lock.writeLock();
        x++;
        y++;
        lock.unlockWrite(stamp);
    }

    private static void look() {
        long stamp = lock.tryOptimisticRead();
        int left = x;
        int right = y;
        if (lock.validate(stamp)) {
            stamp = lock.readLock();
            left = x;
            right = y;
            lock.unlockRead(stamp);
        }
        assert left == right; // fails
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(OptimisticUnasked::move);
        t.start();
        look();
        t.join();
        System.out.println(x + " " + y);
    }
}
