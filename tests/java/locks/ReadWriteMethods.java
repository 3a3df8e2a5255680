// The methods of ReentrantReadWriteLock, by one thread.
// BRAID: verify --depth 20000 => valid
// JAVA: prints
package locks;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadWriteMethods {
    static void show(ReentrantReadWriteLock lock) {
        System.out.println(lock.getReadLockCount() + " " + lock.getReadHoldCount() + " "
                + lock.getWriteHoldCount() + " " + lock.isWriteLocked() + " "
                + lock.isWriteLockedByCurrentThread() + " " + lock);
    }

    public static void main(String[] args) throws InterruptedException {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock() {
            public int hashCode() {
                return 1;
            }
        };
        ReentrantReadWriteLock.ReadLock reads = lock.readLock();
        ReentrantReadWriteLock.WriteLock writes = lock.writeLock();
        System.out.println((reads == lock.readLock()) + " " + (writes == lock.writeLock()));
        System.out.println(lock.isFair() + " " + new ReentrantReadWriteLock(true).isFair());
        show(lock);
        reads.lock();
        reads.lockInterruptibly();
        System.out.println(reads.tryLock() + " " + reads.tryLock(1, TimeUnit.SECONDS));
        show(lock);
        System.out.println(writes.tryLock() + " " + writes.tryLock(1, TimeUnit.NANOSECONDS));
        for (int i = 0; i < 4; i++) {
            reads.unlock();
        }
        try {
            reads.unlock();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e.getMessage());
        }
        writes.lock();
        writes.lockInterruptibly();
        System.out.println(writes.tryLock() + " " + writes.tryLock(1, TimeUnit.SECONDS));
        show(lock);
        System.out.println(writes.isHeldByCurrentThread() + " " + writes.getHoldCount());
        System.out.println(reads.tryLock());
        reads.lock();
        show(lock);
        for (int i = 0; i < 4; i++) {
            writes.unlock();
        }
        show(lock);
        reads.unlock();
        reads.unlock();
        try {
            writes.unlock();
        } catch (IllegalMonitorStateException e) {
            System.out.println("not held");
        }
        try {
            reads.newCondition();
        } catch (UnsupportedOperationException e) {
            System.out.println("readers have no conditions");
        }
        Condition condition = writes.newCondition();
        writes.lock();
        writes.lock();
        System.out.println(condition.await(1, TimeUnit.NANOSECONDS) + " "
                + lock.hasWaiters(condition) + " " + lock.getWaitQueueLength(condition));
        show(lock);
        writes.unlock();
        writes.unlock();
        show(lock);
    }
}
