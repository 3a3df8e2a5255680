package java.util.concurrent.locks;

import braid.Atomic;
import braid.Internal;
import java.util.concurrent.TimeUnit;

/**
 * Locks for reading and writing. A thread that wants to write keeps new readers off as soon as it
 * waits for those who read, as the Javadoc demands of a fair lock and allows others: so a reader may
 * wait for a writer that waits for another reader. Who has which lock is known by each thread itself
 * (`Thread.readHolds0`), so that only the first lock and the last unlock are steps that others see.
 */
public class ReentrantReadWriteLock implements ReadWriteLock, java.io.Serializable {
    /** What one thread has of one lock. */
    private static final class Hold {
        final ReentrantReadWriteLock lock;
        final Hold next;
        int reads;
        int writes;

        Hold(ReentrantReadWriteLock lock, Hold next) {
            this.lock = lock;
            this.next = next;
        }
    }

    private static final int FREE = 0;
    private static final int WAITS = 1;
    private static final int INTERRUPTED = 2;

    /** Twice the number of locks for reading, and 1 if a thread writes or waits for readers only. */
    private volatile int state;
    private final boolean fair;
    private final ReadLock readerLock;
    private final WriteLock writerLock;

    public ReentrantReadWriteLock() {
        this(false);
    }

    public ReentrantReadWriteLock(boolean fair) {
        this.fair = fair;
        readerLock = new ReadLock(this);
        writerLock = new WriteLock(this);
    }

    // ---- steps
    @Atomic("acquire")
    private void awaitRead() {
        Internal.await((state & 1) == 0);
        state = state + 2;
    }

    /** Whether the thread was interrupted instead. */
    @Atomic("acquire")
    private boolean awaitRead(Thread current) {
        Internal.await((state & 1) == 0 || current.interrupted0);
        if (current.interrupted0) {
            current.interrupted0 = false;
            return true;
        }
        state = state + 2;
        return false;
    }

    /** Unless some thread writes. */
    @Atomic("acquire")
    private boolean takeRead() {
        if (state == 1) {
            return false;
        }
        state = state + 2;
        return true;
    }

    /** Unless some thread writes, or waits for readers. */
    @Atomic("acquire")
    private boolean takeReadFairly() {
        if ((state & 1) == 1) {
            return false;
        }
        state = state + 2;
        return true;
    }

    @Atomic("release")
    private void giveRead() {
        state = state - 2;
    }

    /** Waits until no other thread writes or is about to; then only readers may be there. */
    @Atomic("acquire")
    private boolean claim() {
        Internal.await((state & 1) == 0);
        state = state + 1;
        return state == 1;
    }

    @Atomic("acquire")
    private int claim(Thread current) {
        Internal.await((state & 1) == 0 || current.interrupted0);
        if (current.interrupted0) {
            current.interrupted0 = false;
            return INTERRUPTED;
        }
        state = state + 1;
        return state == 1 ? FREE : WAITS;
    }

    @Atomic("acquire")
    private void awaitNoReads() {
        Internal.await(state == 1);
    }

    @Atomic("acquire")
    private boolean awaitNoReads(Thread current) {
        Internal.await(state == 1 || current.interrupted0);
        if (current.interrupted0) {
            current.interrupted0 = false;
            state = state - 1;
            return true;
        }
        return false;
    }

    @Atomic("acquire")
    private boolean takeWrite() {
        if (state != 0) {
            return false;
        }
        state = 1;
        return true;
    }

    @Atomic("release")
    private void giveWrite(int reads) {
        state = 2 * reads;
    }

    @Atomic("opaque")
    private int state() {
        return state;
    }

    /** What the current thread has of this lock. */
    private Hold hold() {
        Thread current = Thread.currentThread();
        for (Hold h = (Hold) current.readHolds0; h != null; h = h.next) {
            if (h.lock == this) {
                return h;
            }
        }
        Hold h = new Hold(this, (Hold) current.readHolds0);
        current.readHolds0 = h;
        return h;
    }

    /** A thread that has the lock already need not wait for writers that wait for it. */
    private boolean readAgain(Hold hold) {
        if (hold.writes == 0) {
            if (hold.reads == 0) {
                return false;
            }
            takeRead();
        }
        hold.reads++;
        return true;
    }

    private void takeBackWrite() {
        if (!claim()) {
            awaitNoReads();
        }
    }

    public WriteLock writeLock() {
        return writerLock;
    }

    public ReadLock readLock() {
        return readerLock;
    }

    public static class ReadLock implements Lock, java.io.Serializable {
        private final ReentrantReadWriteLock of;

        protected ReadLock(ReentrantReadWriteLock lock) {
            if (lock == null) {
                throw new NullPointerException();
            }
            of = lock;
        }

        public void lock() {
            Hold hold = of.hold();
            if (!of.readAgain(hold)) {
                of.awaitRead();
                hold.reads = 1;
            }
        }

        public void lockInterruptibly() throws InterruptedException {
            if (!Internal.interrupts()) {
                lock();
                return;
            }
            Thread.throwIfInterrupted0();
            Hold hold = of.hold();
            if (!of.readAgain(hold)) {
                if (of.awaitRead(Thread.currentThread())) {
                    throw new InterruptedException();
                }
                hold.reads = 1;
            }
        }

        public boolean tryLock() {
            Hold hold = of.hold();
            if (!of.readAgain(hold)) {
                if (!of.takeRead()) {
                    return false;
                }
                hold.reads = 1;
            }
            return true;
        }

        public boolean tryLock(long timeout, TimeUnit unit) throws InterruptedException {
            if (unit == null) {
                throw new NullPointerException();
            }
            Thread.throwIfInterrupted0();
            Hold hold = of.hold();
            if (!of.readAgain(hold)) {
                if (!(of.fair ? of.takeReadFairly() : of.takeRead())) {
                    return false;
                }
                hold.reads = 1;
            }
            return true;
        }

        public void unlock() {
            Hold hold = of.hold();
            if (hold.reads == 0) {
                throw new IllegalMonitorStateException(
                        "attempt to unlock read lock, not locked by current thread");
            }
            hold.reads--;
            if (hold.writes == 0) {
                of.giveRead();
            }
        }

        public Condition newCondition() {
            throw new UnsupportedOperationException();
        }

        public String toString() {
            return super.toString().concat("[Read locks = ")
                    .concat(String.valueOf(of.getReadLockCount())).concat("]");
        }
    }

    public static class WriteLock implements Lock, java.io.Serializable {
        private final ReentrantReadWriteLock of;

        protected WriteLock(ReentrantReadWriteLock lock) {
            if (lock == null) {
                throw new NullPointerException();
            }
            of = lock;
        }

        public void lock() {
            Hold hold = of.hold();
            if (hold.writes == 0) {
                of.takeBackWrite();
            }
            hold.writes++;
        }

        public void lockInterruptibly() throws InterruptedException {
            if (!Internal.interrupts()) {
                lock();
                return;
            }
            Thread current = Thread.currentThread();
            Thread.throwIfInterrupted0();
            Hold hold = of.hold();
            if (hold.writes == 0) {
                int result = of.claim(current);
                if (result == INTERRUPTED || result == WAITS && of.awaitNoReads(current)) {
                    throw new InterruptedException();
                }
            }
            hold.writes++;
        }

        public boolean tryLock() {
            Hold hold = of.hold();
            if (hold.writes == 0 && !of.takeWrite()) {
                return false;
            }
            hold.writes++;
            return true;
        }

        public boolean tryLock(long timeout, TimeUnit unit) throws InterruptedException {
            if (unit == null) {
                throw new NullPointerException();
            }
            Thread.throwIfInterrupted0();
            return tryLock();
        }

        public void unlock() {
            Hold hold = of.hold();
            if (hold.writes == 0) {
                throw new IllegalMonitorStateException();
            }
            hold.writes--;
            if (hold.writes == 0) {
                of.giveWrite(hold.reads);
            }
        }

        public Condition newCondition() {
            return new WriteCondition(of);
        }

        public boolean isHeldByCurrentThread() {
            return of.hold().writes > 0;
        }

        public int getHoldCount() {
            return of.hold().writes;
        }

        public String toString() {
            if (of.isWriteLocked() && of.hold().writes == 0) {
                Internal.limit("ReentrantReadWriteLock.WriteLock.toString of a lock of another thread");
            }
            String text = super.toString();
            if (of.hold().writes == 0) {
                return text.concat("[Unlocked]");
            }
            return text.concat("[Locked by thread ").concat(Thread.currentThread().getName())
                    .concat("]");
        }
    }

    private static final class WriteCondition extends LockCondition {
        private final ReentrantReadWriteLock of;

        WriteCondition(ReentrantReadWriteLock of) {
            this.of = of;
        }

        boolean isHeld() {
            return of.hold().writes > 0;
        }

        int giveUp() {
            Hold hold = of.hold();
            if (hold.reads > 0) {
                Internal.limit("Condition.await of a thread that has the lock for reading, too");
            }
            int depth = hold.writes;
            hold.writes = 0;
            of.giveWrite(0);
            return depth;
        }

        void takeBack(int depth) {
            of.takeBackWrite();
            of.hold().writes = depth;
        }
    }

    public final boolean isFair() {
        return fair;
    }

    public int getReadLockCount() {
        Hold hold = hold();
        if (hold.writes > 0) {
            return hold.reads;
        }
        int now = state();
        if (now == 1) {
            Internal.limit("ReentrantReadWriteLock.getReadLockCount while another thread writes");
        }
        return now >> 1;
    }

    public boolean isWriteLocked() {
        return state() == 1;
    }

    public boolean isWriteLockedByCurrentThread() {
        return hold().writes > 0;
    }

    public int getWriteHoldCount() {
        return hold().writes;
    }

    public int getReadHoldCount() {
        return hold().reads;
    }

    private WriteCondition own(Condition condition) {
        if (condition == null) {
            throw new NullPointerException();
        }
        if (!(condition instanceof WriteCondition) || ((WriteCondition) condition).of != this) {
            throw new IllegalArgumentException("not owner");
        }
        return (WriteCondition) condition;
    }

    public boolean hasWaiters(Condition condition) {
        return own(condition).count() > 0;
    }

    public int getWaitQueueLength(Condition condition) {
        return own(condition).count();
    }

    public String toString() {
        Hold hold = hold();
        int reads = getReadLockCount();
        return super.toString().concat("[Write locks = ").concat(String.valueOf(hold.writes))
                .concat(", Read locks = ").concat(String.valueOf(reads)).concat("]");
    }
}
