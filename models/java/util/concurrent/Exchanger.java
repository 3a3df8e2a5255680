package java.util.concurrent;

import braid.Atomic;
import braid.Internal;

/** Two threads swap objects: who comes first waits, whoever comes next takes and gives. */
public class Exchanger<V> {
    private static final class Offer {
        final Object given;
        volatile Object taken;
        volatile boolean done;

        Offer(Object given) {
            this.given = given;
        }

        @Atomic("acquire")
        void await() {
            Internal.await(done);
        }

        /** Whether it is done; otherwise the thread was interrupted, and still is. */
        @Atomic("acquire")
        boolean await(Thread current) {
            Internal.await(done || current.interrupted0);
            return done;
        }
    }

    /** Who waits. */
    private volatile Offer open;

    public Exchanger() {
    }

    /** Waits from now on, unless another thread does. */
    @Atomic
    private Offer offer(Offer mine) {
        Offer other = open;
        if (other == null) {
            open = mine;
        }
        return other;
    }

    /** Gives to a thread that waits; whether it still did. */
    @Atomic
    private boolean give(Offer other, Object x) {
        if (open != other) {
            return false;
        }
        open = null;
        other.taken = x;
        other.done = true;
        return true;
    }

    /** Waits no longer, unless another thread has come. */
    @Atomic
    private boolean withdraw(Offer mine) {
        if (open != mine) {
            return false;
        }
        open = null;
        return true;
    }

    @Atomic
    private boolean withdraw(Offer mine, Thread current) {
        if (open != mine) {
            return false;
        }
        open = null;
        current.interrupted0 = false;
        return true;
    }

    /** Swaps with a thread that waited: its offer; null if this one waits now. */
    private Offer meet(Offer mine) {
        while (true) {
            Offer other = offer(mine);
            if (other == null || give(other, mine.given)) {
                return other;
            }
        }
    }

    @SuppressWarnings("unchecked")
    public V exchange(V x) throws InterruptedException {
        Thread.throwIfInterrupted0();
        Offer mine = new Offer(x);
        Offer other = meet(mine);
        if (other != null) {
            return (V) other.given;
        }
        if (!Internal.interrupts()) {
            mine.await();
        } else if (!mine.await(Thread.currentThread())) {
            if (withdraw(mine, Thread.currentThread())) {
                throw new InterruptedException();
            }
            mine.await();
        }
        return (V) mine.taken;
    }

    @SuppressWarnings("unchecked")
    public V exchange(V x, long timeout, TimeUnit unit)
            throws InterruptedException, TimeoutException {
        if (unit == null) {
            throw new NullPointerException();
        }
        Thread.throwIfInterrupted0();
        Offer mine = new Offer(x);
        Offer other = meet(mine);
        if (other != null) {
            return (V) other.given;
        }
        if (Internal.interrupts() && Thread.currentThread().interrupted0
                && withdraw(mine, Thread.currentThread())) {
            throw new InterruptedException();
        }
        if (withdraw(mine)) {
            throw new TimeoutException();
        }
        mine.await();
        return (V) mine.taken;
    }
}
