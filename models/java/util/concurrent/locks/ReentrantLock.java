package java.util.concurrent.locks;

import braid.Internal;
import java.util.concurrent.TimeUnit;

/**
 * A lock as `synchronized` has, on an object of its own. Who waits for it gets it in any order, also
 * if it is fair: nobody can tell which of two threads began to wait first, since no method here tells
 * who waits for the lock.
 */
public class ReentrantLock implements Lock, java.io.Serializable {
    private final braid.Monitor monitor = new braid.Monitor(this);
    private final boolean fair;

    public ReentrantLock() {
        fair = false;
    }

    public ReentrantLock(boolean fair) {
        this.fair = fair;
    }

    public void lock() {
        Internal.lock(monitor);
    }

    public void lockInterruptibly() throws InterruptedException {
        if (!Internal.interrupts()) {
            Internal.lock(monitor);
            return;
        }
        Thread.throwIfInterrupted0();
        if (Internal.lock(monitor, Thread.currentThread())) {
            throw new InterruptedException();
        }
    }

    public boolean tryLock() {
        return Internal.tryLock(monitor);
    }

    public boolean tryLock(long timeout, TimeUnit unit) throws InterruptedException {
        if (unit == null) {
            throw new NullPointerException();
        }
        Thread.throwIfInterrupted0();
        return Internal.tryLock(monitor);
    }

    public void unlock() {
        if (!Internal.tryUnlock(monitor)) {
            throw new IllegalMonitorStateException();
        }
    }

    public Condition newCondition() {
        return new OwnCondition(this);
    }

    public boolean isHeldByCurrentThread() {
        return Internal.holds(monitor);
    }

    public boolean isLocked() {
        return !Internal.isFree(monitor);
    }

    public final boolean isFair() {
        return fair;
    }

    private OwnCondition own(Condition condition) {
        if (condition == null) {
            throw new NullPointerException();
        }
        if (!(condition instanceof OwnCondition) || ((OwnCondition) condition).lock != this) {
            throw new IllegalArgumentException("not owner");
        }
        return (OwnCondition) condition;
    }

    public boolean hasWaiters(Condition condition) {
        return own(condition).count() > 0;
    }

    public int getWaitQueueLength(Condition condition) {
        return own(condition).count();
    }

    public String toString() {
        if (!Internal.holds(monitor)) {
            if (!Internal.isFree(monitor)) {
                Internal.limit("ReentrantLock.toString of a lock that another thread has");
            }
            return super.toString().concat("[Unlocked]");
        }
        return super.toString().concat("[Locked by thread ")
                .concat(Thread.currentThread().getName()).concat("]");
    }

    private static final class OwnCondition extends LockCondition {
        private final ReentrantLock lock;

        OwnCondition(ReentrantLock lock) {
            this.lock = lock;
        }

        boolean isHeld() {
            return Internal.holds(lock.monitor);
        }

        int giveUp() {
            int depth = 0;
            while (Internal.tryUnlock(lock.monitor)) {
                depth++;
            }
            return depth;
        }

        void takeBack(int depth) {
            for (; depth > 0; depth--) {
                Internal.lock(lock.monitor);
            }
        }
    }
}
