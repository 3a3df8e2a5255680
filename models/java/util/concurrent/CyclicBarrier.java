package java.util.concurrent;

import braid.Atomic;
import braid.Internal;

/**
 * Threads wait for each other. One step arrives; then each thread waits for the end of its
 * generation, which is written once.
 */
public class CyclicBarrier {
    private static final int WAITING = 0;
    private static final int TRIPPED = 1;
    private static final int BROKEN = 2;

    private static final class Generation {
        volatile int end;

        @Atomic("acquire")
        int awaitEnd() {
            Internal.await(end != WAITING);
            return end;
        }

        /** How it ended; or WAITING: a thread was interrupted before, and still is. */
        @Atomic("acquire")
        int awaitEnd(Thread current) {
            Internal.await(end != WAITING || current.interrupted0);
            return end;
        }
    }

    /** Where a thread has arrived. */
    private static final class Arrival {
        volatile Generation generation;
        /** How many have yet to come; negative if this one did not arrive. */
        volatile int index;
    }

    private static final int IS_BROKEN = -1;
    /** All have come, and the barrier's action runs. */
    private static final int IS_FULL = -2;

    private final int parties;
    private final Runnable action;
    private volatile Generation generation = new Generation();
    private volatile int missing;
    private volatile boolean broken;
    /** Who runs the action. */
    private volatile Thread runner;

    public CyclicBarrier(int parties, Runnable barrierAction) {
        if (parties <= 0) {
            throw new IllegalArgumentException();
        }
        this.parties = parties;
        this.missing = parties;
        this.action = barrierAction;
    }

    public CyclicBarrier(int parties) {
        this(parties, null);
    }

    @Atomic
    private void arrive(Arrival a) {
        a.generation = generation;
        if (broken) {
            a.index = IS_BROKEN;
        } else if (missing == 0) {
            a.index = IS_FULL;
        } else {
            missing = missing - 1;
            a.index = missing;
        }
    }

    /** The end of a generation, and the beginning of the next. */
    @Atomic
    private void trip(Generation old, Generation fresh, int all) {
        old.end = TRIPPED;
        generation = fresh;
        missing = all;
    }

    /** The barrier's action has failed. */
    @Atomic
    private void fail(Generation old, int all) {
        old.end = BROKEN;
        broken = true;
        missing = all;
    }

    /** Breaks a generation, unless it has ended or is full; whether it did, and is the current one. */
    @Atomic
    private boolean breakUp(Generation of, int all) {
        if (generation != of || broken || missing == 0) {
            return false;
        }
        of.end = BROKEN;
        broken = true;
        missing = all;
        return true;
    }

    /** The same, and the thread is no longer interrupted. */
    @Atomic
    private boolean breakUp(Generation of, int all, Thread current) {
        if (generation != of || broken || missing == 0) {
            return false;
        }
        of.end = BROKEN;
        broken = true;
        missing = all;
        current.interrupted0 = false;
        return true;
    }

    /** Breaks a generation that still waits, and begins the next; false if it is another, or full. */
    @Atomic
    private boolean replace(Generation old, Generation fresh, int all) {
        if (generation != old || missing == 0) {
            return false;
        }
        if (!broken) {
            old.end = BROKEN;
        }
        generation = fresh;
        broken = false;
        missing = all;
        return true;
    }

    @Atomic("opaque")
    private int missing() {
        Internal.await(missing != 0);
        return missing;
    }

    /** Nobody can look while the action runs. */
    private boolean broken() {
        missing();
        return broken;
    }

    private boolean isRunner() {
        return action != null && runner == Thread.currentThread();
    }

    /** Arrives, or does not come so far. */
    private Arrival arrive() throws InterruptedException, BrokenBarrierException {
        while (true) {
            if (Internal.interrupts() && Thread.currentThread().interrupted0) {
                Generation now = generation;
                if (breakUp(now, parties, Thread.currentThread())) {
                    throw new InterruptedException();
                }
                if (isBroken()) {
                    throw new BrokenBarrierException();
                }
                continue;
            }
            Arrival a = new Arrival();
            arrive(a);
            if (a.index == IS_BROKEN) {
                throw new BrokenBarrierException();
            }
            if (a.index >= 0) {
                return a;
            }
            if (isRunner()) {
                Internal.limit("CyclicBarrier.await in the barrier's action");
            }
            a.generation.awaitEnd();
        }
    }

    /** The last one. */
    private void run(Generation mine) {
        if (action != null) {
            boolean done = false;
            runner = Thread.currentThread();
            try {
                action.run();
                done = true;
            } finally {
                runner = null;
                if (!done) {
                    fail(mine, parties);
                }
            }
        }
        trip(mine, new Generation(), parties);
    }

    private int indexOf(Arrival a, int end) throws BrokenBarrierException {
        if (end == BROKEN) {
            throw new BrokenBarrierException();
        }
        return a.index;
    }

    public int await() throws InterruptedException, BrokenBarrierException {
        Arrival a = arrive();
        Generation mine = a.generation;
        if (a.index == 0) {
            run(mine);
            return 0;
        }
        if (!Internal.interrupts()) {
            return indexOf(a, mine.awaitEnd());
        }
        Thread current = Thread.currentThread();
        int end = mine.awaitEnd(current);
        if (end == WAITING) {
            if (breakUp(mine, parties, current)) {
                throw new InterruptedException();
            }
            end = mine.awaitEnd();
        }
        return indexOf(a, end);
    }

    public int await(long timeout, TimeUnit unit)
            throws InterruptedException, BrokenBarrierException, TimeoutException {
        if (unit == null) {
            throw new NullPointerException();
        }
        Arrival a = arrive();
        Generation mine = a.generation;
        if (a.index == 0) {
            run(mine);
            return 0;
        }
        if (Internal.interrupts() && Thread.currentThread().interrupted0
                && breakUp(mine, parties, Thread.currentThread())) {
            throw new InterruptedException();
        }
        if (breakUp(mine, parties)) {
            throw new TimeoutException();
        }
        return indexOf(a, mine.awaitEnd());
    }

    public int getParties() {
        return parties;
    }

    public boolean isBroken() {
        return !isRunner() && broken();
    }

    public void reset() {
        if (isRunner()) {
            Internal.limit("CyclicBarrier.reset in the barrier's action");
        }
        while (true) {
            Generation old = generation;
            if (replace(old, new Generation(), parties)) {
                return;
            }
            missing();
        }
    }

    public int getNumberWaiting() {
        return isRunner() ? parties : parties - missing();
    }
}
