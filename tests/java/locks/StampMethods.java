// The methods of StampedLock, by one thread.
// BRAID: verify --depth 20000 => valid
// JAVA: prints
package locks;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.StampedLock;

public class StampMethods {
    static void show(StampedLock lock) {
        System.out.println(lock.isReadLocked() + " " + lock.isWriteLocked() + " "
                + lock.getReadLockCount() + " " + lock);
    }

    static String kind(long stamp) {
        return stamp == 0 ? "none" : StampedLock.isWriteLockStamp(stamp) ? "write"
                : StampedLock.isReadLockStamp(stamp) ? "read"
                : StampedLock.isOptimisticReadStamp(stamp) ? "optimistic" : "?";
    }

    static void refused(Runnable call) {
        try {
            call.run();
            System.out.println("done");
        } catch (IllegalMonitorStateException e) {
            System.out.println("not held");
        } catch (UnsupportedOperationException e) {
            System.out.println("unsupported");
        }
    }

    public static void main(String[] args) throws InterruptedException {
        StampedLock lock = new StampedLock() {
            public int hashCode() {
                return 1;
            }
        };
        show(lock);
        long seen = lock.tryOptimisticRead();
        System.out.println(kind(seen) + " " + lock.validate(seen) + " " + lock.validate(0));
        long write = lock.writeLock();
        show(lock);
        System.out.println(kind(write) + " " + lock.validate(write) + " " + lock.validate(seen));
        System.out.println(lock.tryOptimisticRead() + " " + lock.tryReadLock() + " "
                + lock.tryWriteLock() + " " + lock.tryReadLock(1, TimeUnit.NANOSECONDS) + " "
                + lock.tryWriteLock(1, TimeUnit.NANOSECONDS));
        lock.unlockWrite(write);
        System.out.println(lock.validate(seen) + " " + lock.validate(write));
        refused(() -> lock.unlockWrite(write));
        refused(() -> lock.unlock(write));
        long first = lock.readLock();
        long second = lock.tryReadLock();
        long third = lock.readLockInterruptibly();
        long fourth = lock.tryReadLock(1, TimeUnit.SECONDS);
        System.out.println(kind(first) + " " + lock.validate(first));
        show(lock);
        System.out.println(lock.tryWriteLock() + " " + lock.tryConvertToWriteLock(first));
        System.out.println(kind(lock.tryOptimisticRead()));
        lock.unlockRead(first);
        lock.unlock(second);
        System.out.println(kind(lock.tryConvertToOptimisticRead(third)));
        long up = lock.tryConvertToWriteLock(fourth);
        System.out.println(kind(up) + " " + (lock.tryConvertToWriteLock(up) == up));
        show(lock);
        long down = lock.tryConvertToReadLock(up);
        System.out.println(kind(down) + " " + (lock.tryConvertToReadLock(down) == down));
        show(lock);
        long free = lock.tryConvertToOptimisticRead(down);
        System.out.println(kind(free) + " " + lock.validate(free));
        System.out.println(lock.tryConvertToOptimisticRead(free) == free);
        refused(() -> lock.unlockRead(down));
        long again = lock.tryConvertToReadLock(free);
        System.out.println(kind(again) + " " + lock.tryUnlockRead() + " " + lock.tryUnlockRead());
        long last = lock.tryConvertToWriteLock(free);
        System.out.println(kind(last) + " " + lock.tryUnlockWrite() + " " + lock.tryUnlockWrite());
        System.out.println(lock.tryConvertToWriteLock(free) + " " + lock.tryConvertToReadLock(free)
                + " " + lock.tryConvertToOptimisticRead(free));
        System.out.println(StampedLock.isLockStamp(last) + " " + StampedLock.isLockStamp(free));
        System.out.println(kind(lock.tryConvertToOptimisticRead(lock.writeLockInterruptibly())));
        lock.unlock(lock.tryWriteLock());
        lock.unlock(lock.tryWriteLock(1, TimeUnit.SECONDS));
        Lock reads = lock.asReadLock();
        Lock writes = lock.asReadWriteLock().writeLock();
        reads.lock();
        reads.lockInterruptibly();
        System.out.println(reads.tryLock() + " " + reads.tryLock(1, TimeUnit.SECONDS) + " "
                + writes.tryLock());
        show(lock);
        for (int i = 0; i < 4; i++) {
            lock.asReadWriteLock().readLock().unlock();
        }
        refused(reads::unlock);
        refused(writes::unlock);
        refused(reads::newCondition);
        refused(lock.asWriteLock()::newCondition);
        writes.lock();
        show(lock);
        writes.unlock();
        writes.lockInterruptibly();
        writes.unlock();
        System.out.println(writes.tryLock(1, TimeUnit.SECONDS) + " " + writes.tryLock());
        writes.unlock();
        show(lock);
    }
}
