package java.util.concurrent.locks;

import braid.Atomic;
import braid.Internal;
import java.util.concurrent.TimeUnit;

/**
 * A lock for reading and writing by stamps, without owners. As with ReentrantReadWriteLock, who wants
 * to write keeps new readers off while it waits for those who read; not those who only try.
 */
public class StampedLock implements java.io.Serializable {
    /** The number of locks for reading; in stamps of readers, 1. */
    private static final long READS = 0xFFFF;
    private static final long WRITES = 1L << 16;
    /** Counts the locks for writing that were given back; WRITES is its lowest digit. */
    private static final long VERSION = ~READS;
    /** A thread waits until nobody reads. */
    private static final long WAITS = 1L << 60;

    private volatile long state = 2 * WRITES;

    public StampedLock() {
    }

    // ---- steps
    /** A stamp; or 0: readers are left, and this thread is the one that waits until there are none. */
    @Atomic("acquire")
    private long claim() {
        Internal.await((state & (WRITES | WAITS)) == 0);
        if ((state & READS) != 0) {
            state = state + WAITS;
            return 0;
        }
        state = state + WRITES;
        return state;
    }

    private static final long INTERRUPTED = -1;

    @Atomic("acquire")
    private long claim(Thread current) {
        Internal.await((state & (WRITES | WAITS)) == 0 || current.interrupted0);
        if (current.interrupted0) {
            current.interrupted0 = false;
            return INTERRUPTED;
        }
        if ((state & READS) != 0) {
            state = state + WAITS;
            return 0;
        }
        state = state + WRITES;
        return state;
    }

    @Atomic("acquire")
    private long awaitNoReads() {
        Internal.await((state & (WRITES | READS)) == 0);
        state = state - WAITS + WRITES;
        return state;
    }

    @Atomic("acquire")
    private long awaitNoReads(Thread current) {
        Internal.await((state & (WRITES | READS)) == 0 || current.interrupted0);
        if (current.interrupted0) {
            current.interrupted0 = false;
            state = state - WAITS;
            return INTERRUPTED;
        }
        state = state - WAITS + WRITES;
        return state;
    }

    @Atomic("acquire")
    private long takeWrite() {
        if ((state & (WRITES | READS)) != 0) {
            return 0;
        }
        state = state + WRITES;
        return state & ~WAITS;
    }

    @Atomic("acquire")
    private long awaitRead() {
        Internal.await((state & (WRITES | WAITS)) == 0);
        state = state + 1;
        return state & VERSION | 1;
    }

    @Atomic("acquire")
    private long awaitRead(Thread current) {
        Internal.await((state & (WRITES | WAITS)) == 0 || current.interrupted0);
        if (current.interrupted0) {
            current.interrupted0 = false;
            return INTERRUPTED;
        }
        state = state + 1;
        return state & VERSION | 1;
    }

    @Atomic("acquire")
    private long takeRead() {
        if ((state & WRITES) != 0) {
            return 0;
        }
        state = state + 1;
        return state & (VERSION & ~WAITS) | 1;
    }

    @Atomic("acquire")
    private long now() {
        return state & ~WAITS;
    }

    @Atomic("opaque")
    private long look() {
        return state & ~WAITS;
    }

    /** Gives a lock for writing back: the version, or 0 if it was not held with this stamp. */
    @Atomic("release")
    private long giveWrite(long stamp) {
        if ((stamp & WRITES) == 0 || (state & ~WAITS) != stamp) {
            return 0;
        }
        state = state + WRITES;
        return state & ~WAITS;
    }

    @Atomic("release")
    private boolean giveAnyWrite() {
        if ((state & WRITES) == 0) {
            return false;
        }
        state = state + WRITES;
        return true;
    }

    /** Gives a lock for reading back: the version, or 0. */
    @Atomic("release")
    private long giveRead(long stamp) {
        if ((stamp & READS) == 0 || (state & READS) == 0
                || ((state ^ stamp) & (VERSION & ~WAITS)) != 0) {
            return 0;
        }
        state = state - 1;
        return state & (VERSION & ~WAITS);
    }

    @Atomic("release")
    private boolean giveAnyRead() {
        if ((state & READS) == 0) {
            return false;
        }
        state = state - 1;
        return true;
    }

    /** From a lock for reading that is the only one, or from none. */
    @Atomic("acquire")
    private long upgrade(long stamp) {
        if (((state ^ stamp) & (VERSION & ~WAITS)) != 0) {
            return 0;
        }
        if ((state & READS) != (stamp & READS)) {
            return 0;
        }
        state = state - (stamp & READS) + WRITES;
        return state & ~WAITS;
    }

    /** From a lock for writing to one for reading. */
    @Atomic("release")
    private long downgrade(long stamp) {
        if ((state & ~WAITS) != stamp) {
            return 0;
        }
        state = state + WRITES + 1;
        return state & ~WAITS;
    }

    /** A lock for reading, if nobody has written since. */
    @Atomic("acquire")
    private long takeReadOf(long stamp) {
        if (((state ^ stamp) & (VERSION & ~WAITS)) != 0) {
            return 0;
        }
        state = state + 1;
        return state & (VERSION & ~WAITS) | 1;
    }

    // ---- methods
    public long writeLock() {
        long stamp = claim();
        return stamp != 0 ? stamp : awaitNoReads();
    }

    public long tryWriteLock() {
        return takeWrite();
    }

    public long tryWriteLock(long time, TimeUnit unit) throws InterruptedException {
        if (unit == null) {
            throw new NullPointerException();
        }
        Thread.throwIfInterrupted0();
        return takeWrite();
    }

    private static long thrown(long stamp) throws InterruptedException {
        if (stamp == INTERRUPTED) {
            throw new InterruptedException();
        }
        return stamp;
    }

    public long writeLockInterruptibly() throws InterruptedException {
        if (!Internal.interrupts()) {
            return writeLock();
        }
        Thread.throwIfInterrupted0();
        Thread current = Thread.currentThread();
        long stamp = thrown(claim(current));
        return stamp != 0 ? stamp : thrown(awaitNoReads(current));
    }

    public long readLock() {
        return awaitRead();
    }

    public long tryReadLock() {
        return takeRead();
    }

    public long tryReadLock(long time, TimeUnit unit) throws InterruptedException {
        if (unit == null) {
            throw new NullPointerException();
        }
        Thread.throwIfInterrupted0();
        return takeRead();
    }

    public long readLockInterruptibly() throws InterruptedException {
        if (!Internal.interrupts()) {
            return awaitRead();
        }
        Thread.throwIfInterrupted0();
        return thrown(awaitRead(Thread.currentThread()));
    }

    public long tryOptimisticRead() {
        long state = now();
        return (state & WRITES) != 0 ? 0 : state & VERSION;
    }

    public boolean validate(long stamp) {
        return (stamp & VERSION) == (now() & VERSION);
    }

    public void unlockWrite(long stamp) {
        if (giveWrite(stamp) == 0) {
            throw new IllegalMonitorStateException();
        }
    }

    public void unlockRead(long stamp) {
        if (giveRead(stamp) == 0) {
            throw new IllegalMonitorStateException();
        }
    }

    public void unlock(long stamp) {
        if ((stamp & WRITES) != 0) {
            unlockWrite(stamp);
        } else {
            unlockRead(stamp);
        }
    }

    public long tryConvertToWriteLock(long stamp) {
        if ((stamp & WRITES) != 0) {
            return look() == stamp ? stamp : 0;
        }
        return upgrade(stamp);
    }

    public long tryConvertToReadLock(long stamp) {
        if ((stamp & WRITES) != 0) {
            return downgrade(stamp);
        }
        if ((stamp & READS) == 0) {
            return takeReadOf(stamp);
        }
        long state = look();
        return ((state ^ stamp) & VERSION) == 0 && (state & READS) != 0 ? stamp : 0;
    }

    public long tryConvertToOptimisticRead(long stamp) {
        if ((stamp & WRITES) != 0) {
            return giveWrite(stamp);
        }
        if ((stamp & READS) != 0) {
            return giveRead(stamp);
        }
        return ((now() ^ stamp) & VERSION) == 0 ? stamp : 0;
    }

    public boolean tryUnlockWrite() {
        return giveAnyWrite();
    }

    public boolean tryUnlockRead() {
        return giveAnyRead();
    }

    public boolean isWriteLocked() {
        return (look() & WRITES) != 0;
    }

    public boolean isReadLocked() {
        return (look() & READS) != 0;
    }

    public static boolean isWriteLockStamp(long stamp) {
        return (stamp & (WRITES | READS)) == WRITES;
    }

    public static boolean isReadLockStamp(long stamp) {
        return (stamp & READS) != 0;
    }

    public static boolean isLockStamp(long stamp) {
        return (stamp & (WRITES | READS)) != 0;
    }

    public static boolean isOptimisticReadStamp(long stamp) {
        return (stamp & (WRITES | READS)) == 0 && stamp != 0;
    }

    public int getReadLockCount() {
        return (int) (look() & READS);
    }

    public String toString() {
        long state = look();
        String text = super.toString();
        if ((state & READS) != 0) {
            return text.concat("[Read-locks:").concat(String.valueOf(state & READS)).concat("]");
        }
        return text.concat((state & WRITES) != 0 ? "[Write-locked]" : "[Unlocked]");
    }

    public Lock asReadLock() {
        return new ReadView(this);
    }

    public Lock asWriteLock() {
        return new WriteView(this);
    }

    public ReadWriteLock asReadWriteLock() {
        return new BothView(this);
    }

    private static final class ReadView implements Lock {
        private final StampedLock of;

        ReadView(StampedLock of) {
            this.of = of;
        }

        public void lock() {
            of.readLock();
        }

        public void lockInterruptibly() throws InterruptedException {
            of.readLockInterruptibly();
        }

        public boolean tryLock() {
            return of.tryReadLock() != 0;
        }

        public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
            return of.tryReadLock(time, unit) != 0;
        }

        public void unlock() {
            if (!of.giveAnyRead()) {
                throw new IllegalMonitorStateException();
            }
        }

        public Condition newCondition() {
            throw new UnsupportedOperationException();
        }
    }

    private static final class WriteView implements Lock {
        private final StampedLock of;

        WriteView(StampedLock of) {
            this.of = of;
        }

        public void lock() {
            of.writeLock();
        }

        public void lockInterruptibly() throws InterruptedException {
            of.writeLockInterruptibly();
        }

        public boolean tryLock() {
            return of.tryWriteLock() != 0;
        }

        public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
            return of.tryWriteLock(time, unit) != 0;
        }

        public void unlock() {
            if (!of.giveAnyWrite()) {
                throw new IllegalMonitorStateException();
            }
        }

        public Condition newCondition() {
            throw new UnsupportedOperationException();
        }
    }

    private static final class BothView implements ReadWriteLock {
        private final StampedLock of;

        BothView(StampedLock of) {
            this.of = of;
        }

        public Lock readLock() {
            return of.asReadLock();
        }

        public Lock writeLock() {
            return of.asWriteLock();
        }
    }
}
