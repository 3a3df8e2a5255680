package java.util.concurrent.atomic;

import braid.Atomic;
import braid.Internal;

/**
 * Sums, which are no snapshots: an addition while a sum is computed is part of it or not. So sums
 * have a beginning and an end, and additions in between are remembered, for each sum to choose.
 */
public class LongAdder extends Number implements java.io.Serializable {
    private static final class Addition {
        final long x;
        volatile Addition before;

        Addition(long x) {
            this.x = x;
        }
    }

    /** What a sum or a reset sees when it begins, and the last addition when it ends. */
    private static final class Window {
        volatile long total;
        volatile int others;
        volatile Addition first;
        volatile Addition last;

        /** Without some of the additions that came in between. */
        long chosen() {
            long sum = total;
            for (Addition a = last; a != first; a = a.before) {
                if (Internal.anyBoolean()) {
                    sum += a.x;
                }
            }
            return sum;
        }
    }

    private static final int RESET = 1 << 16;

    private volatile long total;
    /** Of those since the first of what runs now began; null: nothing runs. */
    private volatile Addition last;
    /** How many sums are being computed, and resets. */
    private volatile int running;

    public LongAdder() {
    }

    // ---- steps
    @Atomic("opaque")
    private void add(long x, Addition made) {
        total = total + x;
        if (running != 0) {
            made.before = last;
            last = made;
        }
    }

    @Atomic("opaque")
    private void begin(Window window, int kind) {
        window.total = total;
        window.first = last;
        window.others = running;
        running = running + kind;
    }

    @Atomic("opaque")
    private void endSum(Window window) {
        window.last = last;
        if (running == 1) {
            last = null;
        }
        running = running - 1;
    }

    @Atomic("opaque")
    private void look(Window window) {
        window.last = last;
    }

    @Atomic("opaque")
    private void endReset(long lost) {
        total = total - lost;
        if (running == RESET) {
            last = null;
        }
        running = running - RESET;
    }

    // ---- what programs call
    public void add(long x) {
        add(x, new Addition(x));
    }

    public void increment() {
        add(1);
    }

    public void decrement() {
        add(-1);
    }

    public long sum() {
        Window window = new Window();
        begin(window, 1);
        if (window.others >= RESET) {
            Internal.limit("a sum of a LongAdder while it is reset");
        }
        endSum(window);
        return window.chosen();
    }

    public void reset() {
        Window window = new Window();
        begin(window, RESET);
        if (window.others != 0) {
            Internal.limit("a LongAdder that is reset twice at a time, or while it is summed up");
        }
        look(window);
        endReset(window.chosen());
    }

    public long sumThenReset() {
        long sum = sum();
        reset();
        return sum;
    }

    public String toString() {
        return String.valueOf(sum());
    }

    public int intValue() {
        return (int) sum();
    }

    public long longValue() {
        return sum();
    }

    public float floatValue() {
        return (float) sum();
    }

    public double doubleValue() {
        return (double) sum();
    }
}
