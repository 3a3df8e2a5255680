package java.util.concurrent.atomic;

import braid.Atomic;
import braid.Internal;

/**
 * As {@link LongAdder}. In which order numbers are added is open, too. It does not matter as long as
 * nothing is rounded: all numbers are multiples of one unit, and there are not too many of them.
 */
public class DoubleAdder extends Number implements java.io.Serializable {
    private static final class Addition {
        final double x;
        volatile Addition before;

        Addition(double x) {
            this.x = x;
        }
    }

    /** What a sum or a reset sees when it begins, and the last addition when it ends. */
    private static final class Window {
        volatile double total;
        volatile int others;
        volatile Addition first;
        volatile Addition last;

        /** Without some of the additions that came in between. */
        double chosen() {
            double sum = total;
            for (Addition a = last; a != first; a = a.before) {
                if (Internal.anyBoolean()) {
                    sum += a.x;
                }
            }
            return sum;
        }
    }

    private static final int RESET = 1 << 16;
    /** Its inverse is the unit. */
    private static final double UNIT = 1L << 20;
    private static final double MOST = 1L << 32;

    private volatile double total;
    /** Of those since the first of what runs now began; null: nothing runs. */
    private volatile Addition last;
    /** How many sums are being computed, and resets. */
    private volatile int running;
    /** The sum of what was added, without signs. */
    private volatile double size;

    public DoubleAdder() {
    }

    // ---- steps
    @Atomic("opaque")
    private void add(double x, Addition made) {
        total = total + x;
        size = size + (x < 0 ? -x : x);
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
    private void endReset(double lost) {
        total = total - lost;
        if (running == RESET) {
            last = null;
        }
        running = running - RESET;
    }

    // ---- what programs call
    public void add(double x) {
        double scaled = x * UNIT;
        if ((double) (long) scaled != scaled) {
            Internal.limit("DoubleAdder.add of a number that sums may round");
        }
        add(x, new Addition(x));
    }

    public double sum() {
        Window window = new Window();
        begin(window, 1);
        if (window.others >= RESET) {
            Internal.limit("a sum of a DoubleAdder while it is reset");
        }
        endSum(window);
        if (!(size <= MOST)) {
            Internal.limit("a DoubleAdder whose sums may be rounded");
        }
        return window.chosen();
    }

    public void reset() {
        Window window = new Window();
        begin(window, RESET);
        if (window.others != 0) {
            Internal.limit("a DoubleAdder that is reset twice at a time, or while it is summed up");
        }
        look(window);
        endReset(window.chosen());
    }

    public double sumThenReset() {
        double sum = sum();
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
        return (long) sum();
    }

    public float floatValue() {
        return (float) sum();
    }

    public double doubleValue() {
        return sum();
    }
}
