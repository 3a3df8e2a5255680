package braid;

/**
 * The calls on one object, and whether they are linearizable (Herlihy, Wing 1990): whether some
 * order of them, in which a call that ended before another began comes first, gives the same
 * results when a sequential specification executes it.
 *
 * Calls of one thread inside another call on the same object are part of it. A clock goes on when a
 * call begins after one has ended, and when a call ends after one has begun: so the order of
 * beginnings in a row leaves no trace, nor does that of ends.
 *
 * The program may end while threads run, with System.exit or when only daemons are left. Calls that
 * have not ended then may have happened, with any result, or not. The clock stops before the calls
 * are looked at, and those threads may go on meanwhile.
 */
public final class History {
    /** A call in the chain of its thread. */
    private static final class Event {
        final History history;
        final Call call;
        final Event previous;
        /** By the clock; 0: not before it stopped. */
        @Unraced
        int begun;
        @Unraced
        int ended;

        Event(History history, Call call, Event previous) {
            this.history = history;
            this.call = call;
            this.previous = previous;
        }
    }

    /** A call that is looked at. */
    private static final class Seen {
        final Event event;
        final int begun;
        /** The last number: it has not ended. */
        final int ended;

        Seen(Event event, int begun, int ended) {
            this.event = event;
            this.begun = begun;
            this.ended = ended == 0 ? Integer.MAX_VALUE : ended;
        }

        boolean isPending() {
            return ended == Integer.MAX_VALUE;
        }
    }

    /** The calls of one thread, the last one first. */
    public static final class OfThread {
        private OfThread next;
        @Unraced
        private Event last;
    }

    /** Even if a call began last, odd if one ended last, negative if it has stopped. */
    private static volatile int clock;
    /** Those of threads that were started. */
    private static volatile OfThread threads;

    private final Specification specification;

    private History(Specification specification) {
        this.specification = specification;
    }

    /** For a new object. */
    static History create(Specification specification) {
        return new History(specification);
    }

    /** For a thread that is about to start. */
    public static OfThread ofThread() {
        OfThread made = new OfThread();
        add(made);
        return made;
    }

    @Atomic("opaque")
    private static void add(OfThread made) {
        made.next = threads;
        threads = made;
    }

    @Atomic("opaque")
    private static int begin() {
        if (clock < 0) {
            return 0;
        }
        if ((clock & 1) != 0) {
            clock = clock + 1;
        }
        return clock + 1;
    }

    @Atomic("opaque")
    private static int end() {
        if (clock < 0) {
            return 0;
        }
        if ((clock & 1) == 0) {
            clock = clock + 1;
        }
        return clock + 1;
    }

    /** Stops the clock; false: it has stopped already. */
    @Atomic("opaque")
    private static boolean close() {
        if (clock < 0) {
            return false;
        }
        clock = -1;
        return true;
    }

    /** Null: the call is part of another one, or its object is not ready yet. */
    static Object begin(History history, Call call) {
        OfThread own = Thread.currentThread().calls0;
        if (history == null) {
            return null;
        }
        for (Event e = own.last; e != null; e = e.previous) {
            if (e.history == history && e.ended == 0) {
                return null;
            }
        }
        Event event = new Event(history, call, own.last);
        own.last = event;
        event.begun = begin();
        return event;
    }

    static void end(Object event) {
        if (event != null) {
            ((Event) event).ended = end();
        }
    }

    static boolean isSame(Object a, Object b) {
        return a == b || a != null && a.equals(b);
    }

    static boolean isSameFailure(Throwable a, Throwable b) {
        return a != null && a.getClass() == b.getClass();
    }

    static String text(Object value) {
        return String.valueOf(value);
    }

    /** When the program ends: all other threads have ended, or are daemons, or one has called exit. */
    public static void check() {
        if (!close()) {
            return;
        }
        // Calls that come into the chains from now on have no time.
        int count = 0;
        for (OfThread of = threads; of != null; of = of.next) {
            for (Event e = of.last; e != null; e = e.previous) {
                count++;
            }
        }
        // By their ends. Those of one thread mostly come in the opposite order.
        Seen[] calls = new Seen[count];
        int first = count;
        boolean isOnly = true;
        for (OfThread of = threads; of != null; of = of.next) {
            for (Event e = of.last; e != null; e = e.previous) {
                int begun = e.begun;
                if (begun == 0) {
                    continue;
                }
                Seen seen = new Seen(e, begun, e.ended);
                isOnly = isOnly && (first == count || calls[count - 1].event.history == e.history);
                int at = --first;
                while (at + 1 < count && calls[at + 1].ended < seen.ended) {
                    calls[at] = calls[at + 1];
                    at++;
                }
                calls[at] = seen;
            }
        }
        if (first == count) {
            return;
        }
        if (isOnly && first == 0) {
            calls[0].event.history.explain(calls);
            return;
        }
        for (int i = first; i < count; i++) {
            History history = calls[i].event.history;
            boolean isNew = true;
            for (int k = first; k < i; k++) {
                isNew = isNew && calls[k].event.history != history;
            }
            if (isNew) {
                history.explain(history.own(calls, first));
            }
        }
    }

    private Seen[] own(Seen[] calls, int first) {
        int count = 0;
        for (int i = first; i < calls.length; i++) {
            if (calls[i].event.history == this) {
                count++;
            }
        }
        Seen[] own = new Seen[count];
        int at = 0;
        for (int i = first; i < calls.length; i++) {
            if (calls[i].event.history == this) {
                own[at++] = calls[i];
            }
        }
        return own;
    }

    /** Throws if no order does. */
    private void explain(Seen[] own) {
        int count = own.length;
        if (!explainsInOrder(own)
                && !explains(own, new int[count], new boolean[count], 0, specification.make())) {
            String text = "";
            for (int i = 0; i < count; i++) {
                text = text + (i == 0 ? "" : ", ") + own[i].event.call.text(own[i].isPending());
            }
            throw new NotLinearizable("no order explains " + text);
        }
    }

    /** The order in which the calls ended is one, and most often the right one. */
    private boolean explainsInOrder(Seen[] calls) {
        Object made = specification.make();
        for (int i = 0; i < calls.length && !calls[i].isPending(); i++) {
            if (!calls[i].event.call.agrees(made)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether some order that begins with the first `placed` of `order` explains all calls. The
     * specification has executed those; null: it has gone on after them.
     */
    private boolean explains(Seen[] calls, int[] order, boolean[] isPlaced, int placed,
            Object specification) {
        int first = 0;
        while (first < calls.length && isPlaced[first]) {
            first++;
        }
        if (first == calls.length || calls[first].isPending()) {
            return true;
        }
        // No call that is left ended before the first one, so that what began before that may be next.
        int end = calls[first].ended;
        for (int i = first; i < calls.length; i++) {
            if (isPlaced[i] || calls[i].begun > end) {
                continue;
            }
            if (specification == null) {
                specification = this.specification.make();
                for (int k = 0; k < placed; k++) {
                    calls[order[k]].event.call.agrees(specification);
                }
            }
            isPlaced[i] = true;
            order[placed] = i;
            boolean agrees = calls[i].event.call.agrees(specification);
            if ((agrees || calls[i].isPending())
                    && explains(calls, order, isPlaced, placed + 1, specification)) {
                return true;
            }
            isPlaced[i] = false;
            specification = null;
        }
        return false;
    }
}
