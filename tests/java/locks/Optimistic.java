// Who reads without a lock and asks afterwards sees no half of a write. By the letter of the memory model
// the reads race with the writes, even where what they saw is thrown away.
// BRAID: verify --no-races => valid
// BRAID: verify => invalid race
// JAVA: prints
package locks;

import java.util.concurrent.locks.StampedLock;

public class Optimistic {
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
        int left = x; // fails
        int right = y;
        if (!lock.validate(stamp)) {
            stamp = lock.readLock();
            left = x;
            right = y;
            lock.unlockRead(stamp);
        }
        assert left == right;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(Optimistic::move);
        t.start();
        look();
        t.join();
        System.out.println(x + " " + y);
    }
}
