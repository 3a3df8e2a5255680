package braid;

/**
 * The calls on one object, and whether they are linearizable (Herlihy, Wing 1990): whether some
 * order of them, in which a call that ended before another began comes first, gives the same
 * results when a sequential specification executes it.
 *
 * Calls of one thread inside another call are part of it. A clock goes on when a call begins after
 * one has ended, and when a call ends after one has begun: so the order of beginnings in a row
 * leaves no trace, nor does that of ends.
 */
public final class History {
    /** A call in the chain of its thread. */
    private static final class Event {
        final History history;
        final Call call;
        final Event previous;
        int begun;
        int ended;

        Event(History history, Call call, Event previous) {
            this.history = history;
            this.call = call;
            this.previous = previous;
        }
    }

    /** The calls of one thread, the last one first. */
    public static final class OfThread {
        private OfThread next;
        private Event last;
        private boolean isInside;
    }

    /** Even if a call began last, odd if one ended last. */
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
        if ((clock & 1) != 0) {
            clock = clock + 1;
        }
        return clock;
    }

    @Atomic("opaque")
    private static int end() {
        if ((clock & 1) == 0) {
            clock = clock + 1;
        }
        return clock;
    }

    /** Null: the call is part of another one, or its object is not ready yet. */
    static Object begin(History history, Call call) {
        OfThread own = Thread.currentThread().calls0;
        if (history == null || own.isInside) {
            return null;
        }
        own.isInside = true;
        Event event = new Event(history, call, own.last);
        own.last = event;
        event.begun = begin();
        return event;
    }

    static void end(Object event) {
        if (event == null) {
            return;
        }
        ((Event) event).ended = end();
        Thread.currentThread().calls0.isInside = false;
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

    /** When all other threads have ended. */
    static void check() {
        int count = 0;
        History some = null;
        boolean isOnly = true;
        for (OfThread of = threads; of != null; of = of.next) {
            for (Event e = of.last; e != null; e = e.previous) {
                isOnly = isOnly && (some == null || some == e.history);
                some = e.history;
                count++;
            }
        }
        // By their ends. Those of one thread come in the opposite order.
        Event[] events = new Event[count];
        int free = count;
        for (OfThread of = threads; of != null; of = of.next) {
            for (Event e = of.last; e != null; e = e.previous) {
                int at = --free;
                while (at + 1 < count && events[at + 1].ended < e.ended) {
                    events[at] = events[at + 1];
                    at++;
                }
                events[at] = e;
            }
        }
        if (isOnly) {
            if (count > 0) {
                some.explain(events);
            }
            return;
        }
        for (int first = 0; first < count; first++) {
            History history = events[first].history;
            boolean isNew = true;
            for (int i = 0; i < first; i++) {
                isNew = isNew && events[i].history != history;
            }
            if (isNew) {
                history.explain(history.own(events));
            }
        }
    }

    private Event[] own(Event[] events) {
        int count = 0;
        for (int i = 0; i < events.length; i++) {
            if (events[i].history == this) {
                count++;
            }
        }
        Event[] own = new Event[count];
        int at = 0;
        for (int i = 0; i < events.length; i++) {
            if (events[i].history == this) {
                own[at++] = events[i];
            }
        }
        return own;
    }

    /** Throws if no order does. */
    private void explain(Event[] own) {
        int count = own.length;
        if (!explainsInOrder(own)
                && !explains(own, new int[count], new boolean[count], 0, specification.make())) {
            String text = "";
            for (int i = 0; i < count; i++) {
                text = text + (i == 0 ? "" : ", ") + own[i].call.text();
            }
            throw new NotLinearizable("no order explains " + text);
        }
    }

    /** The order in which the calls ended is one, and most often the right one. */
    private boolean explainsInOrder(Event[] events) {
        Object made = specification.make();
        for (int i = 0; i < events.length; i++) {
            if (!events[i].call.agrees(made)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether some order that begins with the first `placed` of `order` explains all calls. The
     * specification has executed those; null: it has gone on after them.
     */
    private boolean explains(Event[] events, int[] order, boolean[] isPlaced, int placed,
            Object specification) {
        if (placed == events.length) {
            return true;
        }
        for (int i = 0; i < events.length; i++) {
            if (isPlaced[i] || !canBeNext(events, isPlaced, i)) {
                continue;
            }
            if (specification == null) {
                specification = this.specification.make();
                for (int k = 0; k < placed; k++) {
                    events[order[k]].call.agrees(specification);
                }
            }
            isPlaced[i] = true;
            order[placed] = i;
            if (events[i].call.agrees(specification)
                    && explains(events, order, isPlaced, placed + 1, specification)) {
                return true;
            }
            isPlaced[i] = false;
            specification = null;
        }
        return false;
    }

    /** No other call that is left ended before this one began. */
    private static boolean canBeNext(Event[] events, boolean[] isPlaced, int next) {
        for (int i = 0; i < events.length; i++) {
            if (!isPlaced[i] && i != next && events[i].ended < events[next].begun) {
                return false;
            }
        }
        return true;
    }
}
