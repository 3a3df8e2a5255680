// The methods of ReentrantReadWriteLock, by one thread.
// BRAID: verify => valid
// JAVA: prints
package locks;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadWriteMethods {
    static void show(ReentrantReadWriteLock lock) {
        String text = lock.toString();
        System.out.println(lock.getReadLockCount() + " " + lock.getReadHoldCount() + " "
                + lock.getWriteHoldCount() + " " + lock.isWriteLocked() + " "
                + lock.isWriteLockedByCurrentThread() + " " + text.substring(text.indexOf('[')));
    }

    public static void main(String[] args) throws InterruptedException {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
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
        System.out.println(reads.toString().endsWith("[Read locks = 4]"));
        for (int i = 0; i < 4; i++) {
            reads.unlock();
        }
        try {
            reads.unlock();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(writes.toString().endsWith("[Unlocked]"));
        writes.lock();
        writes.lockInterruptibly();
        System.out.println(writes.tryLock() + " " + writes.tryLock(1, TimeUnit.SECONDS));
        show(lock);
        System.out.println(writes.isHeldByCurrentThread() + " " + writes.getHoldCount());
        System.out.println(writes.toString().endsWith("[Locked by thread main]"));
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
