package java.util.concurrent;

import braid.Atomic;
import braid.Internal;

/**
 * Permits. Who waits for several of them stands in line, and whoever comes while somebody does has
 * to stand behind, unless the semaphore is not fair and there are enough: so a thread may wait
 * although there are enough for it. Else the order in which threads wait does not matter to anyone.
 */
public class Semaphore implements java.io.Serializable {
    /** Added to `state` while there is a line. */
    private static final long LINE = 1L << 40;

    /** The permits, which may be negative, in the lower half. */
    private volatile long state;
    /** Whose turn it is in the line, and the number for the next one. */
    private volatile int turn;
    private volatile int end;
    private final boolean fair;

    public Semaphore(int permits) {
        this(permits, false);
    }

    public Semaphore(int permits, boolean fair) {
        this.state = permits;
        this.fair = fair;
    }

    // ---- steps
    /** Takes permits, or sees that there are too few and a line. */
    @Atomic("acquire")
    private boolean await(int permits) {
        Internal.await((int) state >= permits || (int) state != state);
        if ((int) state < permits) {
            return false;
        }
        state = state - permits;
        return true;
    }

    /** Takes permits, or sees that there is a line. */
    @Atomic("acquire")
    private boolean awaitFairly(int permits) {
        Internal.await((int) state >= permits || (int) state != state);
        if ((int) state != state) {
            return false;
        }
        state = state - permits;
        return true;
    }

    @Atomic("acquire")
    private int await(int permits, Thread current) {
        Internal.await((int) state >= permits || (int) state != state || current.interrupted0);
        if (current.interrupted0) {
            current.interrupted0 = false;
            return INTERRUPTED;
        }
        if ((int) state < permits) {
            return FAILED;
        }
        state = state - permits;
        return TAKEN;
    }

    @Atomic("acquire")
    private int awaitFairly(int permits, Thread current) {
        Internal.await((int) state >= permits || (int) state != state || current.interrupted0);
        if (current.interrupted0) {
            current.interrupted0 = false;
            return INTERRUPTED;
        }
        if ((int) state != state) {
            return FAILED;
        }
        state = state - permits;
        return TAKEN;
    }

    private static final int FAILED = 0;
    private static final int TAKEN = 1;
    private static final int INTERRUPTED = 2;

    @Atomic("acquire")
    private boolean take(int permits) {
        if ((int) state < permits) {
            return false;
        }
        state = state - permits;
        return true;
    }

    @Atomic("acquire")
    private boolean takeFairly(int permits) {
        if ((int) state != state || state < permits) {
            return false;
        }
        state = state - permits;
        return true;
    }

    /** Stands in line: the number. */
    @Atomic("opaque")
    private int join() {
        if ((int) state == state) {
            state = state + LINE;
        }
        int mine = end;
        end = mine + 1;
        return mine;
    }

    @Atomic("opaque")
    private void awaitTurn(int mine) {
        Internal.await(turn == mine);
    }

    /** Whether the thread was interrupted; it still is. */
    @Atomic("opaque")
    private boolean awaitTurn(int mine, Thread current) {
        Internal.await(turn == mine || current.interrupted0);
        return current.interrupted0;
    }

    @Atomic("acquire")
    private void awaitEnough(int permits) {
        Internal.await((int) state >= permits);
        state = state - permits;
    }

    @Atomic("acquire")
    private boolean awaitEnough(int permits, Thread current) {
        Internal.await((int) state >= permits || current.interrupted0);
        if (current.interrupted0) {
            return true;
        }
        state = state - permits;
        return false;
    }

    @Atomic("opaque")
    private void leave() {
        int next = turn + 1;
        turn = next;
        if (next == end) {
            state = state - LINE;
        }
    }

    /** Waits for several permits, and for one if there is no line. */
    @Atomic("acquire")
    private boolean awaitUnlined(int permits, Thread current) {
        Internal.await((int) state >= permits || current.interrupted0);
        if (current.interrupted0) {
            current.interrupted0 = false;
            return true;
        }
        state = state - permits;
        return false;
    }

    @Atomic("release")
    private boolean give(int permits) {
        if ((int) state + permits < (int) state) {
            return false;
        }
        state = state + permits;
        return true;
    }

    @Atomic("opaque")
    private boolean reduce(int permits) {
        if ((int) state - permits > (int) state) {
            return false;
        }
        state = state - permits;
        return true;
    }

    @Atomic
    private int drain() {
        int permits = (int) state;
        state = state - permits;
        return permits;
    }

    @Atomic("opaque")
    private int permits() {
        return (int) state;
    }

    // ---- methods
    private static void check(int permits) {
        if (permits < 0) {
            throw new IllegalArgumentException();
        }
    }

    /** At once, as the Javadoc demands if there are enough, or in line. */
    private void acquireAll(int permits) {
        if (permits > 1) {
            if (fair ? takeFairly(permits) : take(permits)) {
                return;
            }
        } else if (fair ? awaitFairly(permits) : await(permits)) {
            return;
        }
        awaitTurn(join());
        awaitEnough(permits);
        leave();
    }

    private void acquireAllInterruptibly(int permits) throws InterruptedException {
        if (!Internal.interrupts()) {
            acquireAll(permits);
            return;
        }
        Thread current = Thread.currentThread();
        Thread.throwIfInterrupted0();
        if (permits > 1) {
            if (fair ? takeFairly(permits) : take(permits)) {
                return;
            }
        } else {
            int result = fair ? awaitFairly(permits, current) : await(permits, current);
            if (result == TAKEN) {
                return;
            }
            if (result == INTERRUPTED) {
                throw new InterruptedException();
            }
        }
        // Who is interrupted in line might as well not have stood there: it kept others waiting, who
        // may be slow themselves. So those who stand there are never interrupted, or their paths end.
        if (Internal.anyBoolean()) {
            if (awaitUnlined(permits, current)) {
                throw new InterruptedException();
            }
            return;
        }
        Internal.assume(!awaitTurn(join(), current));
        Internal.assume(!awaitEnough(permits, current));
        leave();
    }

    public void acquire() throws InterruptedException {
        acquireAllInterruptibly(1);
    }

    public void acquireUninterruptibly() {
        acquireAll(1);
    }

    public boolean tryAcquire() {
        return take(1);
    }

    public boolean tryAcquire(long timeout, TimeUnit unit) throws InterruptedException {
        return tryAcquire(1, timeout, unit);
    }

    public void release() {
        release(1);
    }

    public void acquire(int permits) throws InterruptedException {
        check(permits);
        acquireAllInterruptibly(permits);
    }

    public void acquireUninterruptibly(int permits) {
        check(permits);
        acquireAll(permits);
    }

    public boolean tryAcquire(int permits) {
        check(permits);
        return take(permits);
    }

    public boolean tryAcquire(int permits, long timeout, TimeUnit unit)
            throws InterruptedException {
        check(permits);
        if (unit == null) {
            throw new NullPointerException();
        }
        Thread.throwIfInterrupted0();
        return fair ? takeFairly(permits) : take(permits);
    }

    public void release(int permits) {
        check(permits);
        if (!give(permits)) {
            throw new Error("Maximum permit count exceeded");
        }
    }

    public int availablePermits() {
        return permits();
    }

    public int drainPermits() {
        return drain();
    }

    protected void reducePermits(int reduction) {
        check(reduction);
        if (!reduce(reduction)) {
            throw new Error("Permit count underflow");
        }
    }

    public boolean isFair() {
        return fair;
    }

    public String toString() {
        return super.toString().concat("[Permits = ").concat(String.valueOf(permits()))
                .concat("]");
    }
}
