package java.util.concurrent;

import braid.Atomic;
import braid.Internal;

/**
 * Threads wait for the end of phases. Arrivals count in one place; the phase, which others wait for,
 * is written when it changes.
 */
public class Phaser {
    private static final int MAX_PARTIES = 0xFFFF;
    private static final int TERMINATED = Integer.MIN_VALUE;
    /** Nobody is registered. Otherwise, nobody unarrived means that a phase is about to end. */
    private static final int EMPTY = 1;

    /** Negative if terminated. */
    private volatile int phase;
    /** The registered parties, times 2^16, and how many of them have not arrived. */
    private volatile int counts;

    public Phaser() {
        this(null, 0);
    }

    public Phaser(int parties) {
        this(null, parties);
    }

    public Phaser(Phaser parent) {
        this(parent, 0);
    }

    public Phaser(Phaser parent, int parties) {
        if (parties < 0 || parties > MAX_PARTIES) {
            throw new IllegalArgumentException("Illegal number of parties");
        }
        if (parent != null) {
            Internal.limit("a Phaser with a parent");
        }
        counts = parties == 0 ? EMPTY : parties << 16 | parties;
    }

    // ---- steps
    /** The phase, times 2^32, and the counts before. Nothing changes without an unarrived party. */
    @Atomic
    private long count(int adjust) {
        long before = (long) phase << 32 | counts & 0xFFFFFFFFL;
        if (phase >= 0 && counts != EMPTY && (counts & MAX_PARTIES) != 0) {
            counts = counts - adjust;
        }
        return before;
    }

    /** The same for those who come. */
    @Atomic
    private long join(int number) {
        long before = (long) phase << 32 | counts & 0xFFFFFFFFL;
        if (phase >= 0 && (counts >>> 16) + number <= MAX_PARTIES) {
            if (counts == EMPTY) {
                counts = number << 16 | number;
            } else if ((counts & MAX_PARTIES) != 0) {
                counts = counts + (number << 16 | number);
            }
        }
        return before;
    }

    /** Ends a phase: the current one after that. */
    @Atomic
    private int advance(int next, int parties) {
        if (phase >= 0) {
            phase = next;
            counts = parties == 0 ? EMPTY : parties << 16 | parties;
        }
        return phase;
    }

    @Atomic
    private void terminate() {
        phase = phase | TERMINATED;
    }

    @Atomic("acquire")
    private int await(int old) {
        Internal.await(phase != old);
        return phase;
    }

    /** The same, or, with the phase unchanged, a thread was interrupted, and no longer is. */
    @Atomic("acquire")
    private int await(int old, Thread current) {
        Internal.await(phase != old || current.interrupted0);
        if (phase == old) {
            current.interrupted0 = false;
        }
        return phase;
    }

    @Atomic("acquire")
    private int phase() {
        return phase;
    }

    @Atomic("opaque")
    private int counts() {
        return counts;
    }

    // ---- methods
    private IllegalStateException bad(String what) {
        return new IllegalStateException(what.concat(toString()));
    }

    private static final int ONE_ARRIVES = 1;
    private static final int ONE_LEAVES = 1 << 16 | 1;

    /** Whoever arrives last ends the phase. The phase of the arrival; with `wait`, what follows. */
    private int arrive(int adjust, boolean wait) {
        long before = count(adjust);
        int at = (int) (before >> 32);
        int old = (int) before;
        if (at < 0) {
            return at;
        }
        if (old == EMPTY || (old & MAX_PARTIES) == 0) {
            throw bad("Attempted arrival of unregistered party for ");
        }
        if ((old & MAX_PARTIES) != 1) {
            return wait ? await(at) : at;
        }
        int parties = old - adjust >>> 16;
        int next = at + 1 & Integer.MAX_VALUE;
        boolean ends = onAdvance(at, parties);
        int now = advance(ends ? next | TERMINATED : next, parties);
        if (!wait) {
            return at;
        }
        // As OpenJDK does it: the last one is not told that its own arrival was the end.
        return ends && now == (next | TERMINATED) ? next : now;
    }

    public int register() {
        return bulkRegister(1);
    }

    public int bulkRegister(int parties) {
        if (parties < 0) {
            throw new IllegalArgumentException();
        }
        if (parties == 0) {
            return getPhase();
        }
        while (true) {
            long before = join(parties);
            int at = (int) (before >> 32);
            int old = (int) before;
            if (at < 0) {
                return at;
            }
            if (parties > MAX_PARTIES - (old >>> 16)) {
                throw bad("Attempt to register more than 65535 parties for ");
            }
            if (old == EMPTY || (old & MAX_PARTIES) != 0) {
                return at;
            }
            await(at);
        }
    }

    public int arrive() {
        return arrive(ONE_ARRIVES, false);
    }

    public int arriveAndDeregister() {
        return arrive(ONE_LEAVES, false);
    }

    public int arriveAndAwaitAdvance() {
        return arrive(ONE_ARRIVES, true);
    }

    public int awaitAdvance(int phase) {
        return phase < 0 ? phase : await(phase);
    }

    public int awaitAdvanceInterruptibly(int phase) throws InterruptedException {
        if (phase < 0) {
            return phase;
        }
        if (!Internal.interrupts()) {
            return await(phase);
        }
        int now = await(phase, Thread.currentThread());
        if (now == phase) {
            throw new InterruptedException();
        }
        return now;
    }

    public int awaitAdvanceInterruptibly(int phase, long timeout, TimeUnit unit)
            throws InterruptedException, TimeoutException {
        if (unit == null) {
            throw new NullPointerException();
        }
        if (phase < 0) {
            return phase;
        }
        int now = phase();
        if (now == phase) {
            Thread.throwIfInterrupted0();
            throw new TimeoutException();
        }
        return now;
    }

    public void forceTermination() {
        terminate();
    }

    public final int getPhase() {
        return phase();
    }

    private static int partiesOf(int counts) {
        return counts >>> 16;
    }

    private static int unarrivedOf(int counts) {
        return counts == EMPTY ? 0 : counts & MAX_PARTIES;
    }

    public int getRegisteredParties() {
        return partiesOf(counts());
    }

    public int getArrivedParties() {
        int now = counts();
        return partiesOf(now) - unarrivedOf(now);
    }

    public int getUnarrivedParties() {
        return unarrivedOf(counts());
    }

    public Phaser getParent() {
        return null;
    }

    public Phaser getRoot() {
        return this;
    }

    public boolean isTerminated() {
        return phase() < 0;
    }

    protected boolean onAdvance(int phase, int registeredParties) {
        return registeredParties == 0;
    }

    public String toString() {
        int now = counts();
        return super.toString().concat("[phase = ").concat(String.valueOf(phase()))
                .concat(" parties = ").concat(String.valueOf(partiesOf(now)))
                .concat(" arrived = ")
                .concat(String.valueOf(partiesOf(now) - unarrivedOf(now))).concat("]");
    }
}
