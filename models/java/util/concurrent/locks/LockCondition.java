package java.util.concurrent.locks;

import braid.Atomic;
import braid.Internal;
import java.util.Date;
import java.util.concurrent.TimeUnit;

/**
 * The conditions of locks that one thread has at a time: who has waited longest is signalled first.
 * The list of waiters is changed by who has the lock; whether one of them goes on is decided in one
 * step on its own place, so that no signal is lost to a thread that gives up. As with
 * {@link Object#wait}, threads go on for no reason only with --spurious.
 */
abstract class LockCondition implements Condition {
    private static final int WAITING = 0;
    private static final int SIGNALLED = 1;
    /** The time was over, or the thread was interrupted, before it was signalled. */
    private static final int LEFT = 2;
    /** Why it left; not a state. */
    private static final int INTERRUPTED = 3;

    private static final class Waiter {
        volatile int state;
        /** Who came before. */
        volatile Waiter older;

        @Atomic("opaque")
        void awaitSignal() {
            Internal.await(state == SIGNALLED);
        }

        /** The same, or until a thread is interrupted: then it is no longer, and this is left. */
        @Atomic("opaque")
        int awaitSignal(Thread current) {
            Internal.await(state == SIGNALLED || current.interrupted0);
            if (state == SIGNALLED) {
                return SIGNALLED;
            }
            state = LEFT;
            current.interrupted0 = false;
            return LEFT;
        }

        /** When the time is over: whether it was signalled; if not, this is left. */
        @Atomic("opaque")
        int look() {
            if (state != SIGNALLED) {
                state = LEFT;
            }
            return state;
        }

        /** The same; if a thread is interrupted before the time is over, then it is no longer. */
        @Atomic("opaque")
        int look(Thread current) {
            if (state == SIGNALLED) {
                return SIGNALLED;
            }
            state = LEFT;
            boolean interrupted = current.interrupted0;
            current.interrupted0 = false;
            return interrupted ? INTERRUPTED : LEFT;
        }

        /** Whether it still waited. */
        @Atomic("opaque")
        boolean signal() {
            if (state != WAITING) {
                return false;
            }
            state = SIGNALLED;
            return true;
        }
    }

    private volatile Waiter youngest;

    /** Whether the current thread has the lock. */
    abstract boolean isHeld();

    /** Gives the lock up; how often it was held. */
    abstract int giveUp();

    abstract void takeBack(int depth);

    private void check() {
        if (!isHeld()) {
            throw new IllegalMonitorStateException();
        }
    }

    @Atomic("opaque")
    private void push(Waiter waiter) {
        waiter.older = youngest;
        youngest = waiter;
    }

    private Waiter begin() {
        check();
        Waiter waiter = new Waiter();
        push(waiter);
        return waiter;
    }

    /** Takes a waiter that has left off the list. */
    private void remove(Waiter waiter) {
        if (youngest == waiter) {
            youngest = waiter.older;
            return;
        }
        for (Waiter w = youngest; w != null; w = w.older) {
            if (w.older == waiter) {
                w.older = waiter.older;
                return;
            }
        }
    }

    public void await() throws InterruptedException {
        if (Internal.spurious()) {
            awaitTimed();
            return;
        }
        Thread.throwIfInterrupted0();
        Waiter waiter = begin();
        int depth = giveUp();
        if (!Internal.interrupts()) {
            waiter.awaitSignal();
            takeBack(depth);
            return;
        }
        int state = waiter.awaitSignal(Thread.currentThread());
        takeBack(depth);
        if (state == LEFT) {
            remove(waiter);
            throw new InterruptedException();
        }
    }

    public void awaitUninterruptibly() {
        Waiter waiter = begin();
        int depth = giveUp();
        if (!Internal.spurious()) {
            waiter.awaitSignal();
            takeBack(depth);
        } else {
            int state = waiter.look();
            takeBack(depth);
            if (state != SIGNALLED) {
                remove(waiter);
            }
        }
    }

    /** Waits for some time, or until it goes on for no reason; whether it was signalled. */
    private boolean awaitTimed() throws InterruptedException {
        Thread.throwIfInterrupted0();
        Waiter waiter = begin();
        int depth = giveUp();
        int state = Internal.interrupts() ? waiter.look(Thread.currentThread()) : waiter.look();
        takeBack(depth);
        if (state == SIGNALLED) {
            return true;
        }
        remove(waiter);
        if (state == INTERRUPTED) {
            throw new InterruptedException();
        }
        return false;
    }

    /** What is left of the time: nothing, if it was not signalled. */
    public long awaitNanos(long nanosTimeout) throws InterruptedException {
        boolean signalled = awaitTimed();
        long left = Internal.anyLong();
        Internal.assume(left <= nanosTimeout && (signalled || left <= 0));
        return left;
    }

    public boolean await(long time, TimeUnit unit) throws InterruptedException {
        if (unit == null) {
            throw new NullPointerException();
        }
        return awaitTimed();
    }

    public boolean awaitUntil(Date deadline) throws InterruptedException {
        if (deadline == null) {
            throw new NullPointerException();
        }
        return awaitTimed();
    }

    public void signal() {
        check();
        while (true) {
            Waiter oldest = youngest;
            if (oldest == null) {
                return;
            }
            Waiter next = null;
            for (Waiter older = oldest.older; older != null; older = oldest.older) {
                next = oldest;
                oldest = older;
            }
            if (next == null) {
                youngest = null;
            } else {
                next.older = null;
            }
            if (oldest.signal()) {
                return;
            }
        }
    }

    public void signalAll() {
        check();
        Waiter waiter = youngest;
        if (waiter == null) {
            return;
        }
        youngest = null;
        for (; waiter != null; waiter = waiter.older) {
            waiter.signal();
        }
    }

    /** How many threads wait; only for who has the lock. */
    final int count() {
        check();
        int count = 0;
        for (Waiter w = youngest; w != null; w = w.older) {
            if (w.state == WAITING) {
                count++;
            }
        }
        return count;
    }
}
