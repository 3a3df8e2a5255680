package java.util.concurrent.atomic;

import braid.Atomic;
import braid.Internal;
import java.util.function.LongBinaryOperator;

/**
 * As {@link LongAdder}, with any function: an update while somebody asks for the value is part of it or
 * not. The order of updates must not matter to the function; then each has every result.
 */
public class LongAccumulator extends Number implements java.io.Serializable {
    private static final class Update {
        final long x;
        final long value;
        /** Null if nobody was asking. */
        volatile Update before;

        Update(long x, long value) {
            this.x = x;
            this.value = value;
        }
    }

    private static final class Window {
        volatile Update first;
        volatile int others;
    }

    private static final int RESET = 1 << 16;

    private final LongBinaryOperator function;
    private final long identity;
    private volatile Update last;
    /** How many are asking, and resets. */
    private volatile int running;

    public LongAccumulator(LongBinaryOperator accumulatorFunction, long identity) {
        this.function = accumulatorFunction;
        this.identity = identity;
        this.last = new Update(identity, identity);
    }

    // ---- steps
    @Atomic("opaque")
    private Update last() {
        return last;
    }

    @Atomic("opaque")
    private boolean replace(Update expected, Update made) {
        if (last != expected) {
            return false;
        }
        if (running != 0) {
            made.before = expected;
        }
        last = made;
        return true;
    }

    @Atomic("opaque")
    private void begin(Window window, int kind) {
        window.first = last;
        window.others = running;
        running = running + kind;
    }

    @Atomic("opaque")
    private Update end(int kind) {
        running = running - kind;
        return last;
    }

    // ---- what programs call
    public void accumulate(long x) {
        Update seen;
        do {
            seen = last();
        } while (!replace(seen, new Update(x, function.applyAsLong(seen.value, x))));
    }

    public long get() {
        Window window = new Window();
        begin(window, 1);
        if (window.others >= RESET) {
            Internal.limit("a LongAccumulator that is reset while it is asked");
        }
        Update first = window.first;
        long result = first.value;
        for (Update u = end(1); u != first; u = u.before) {
            if (Internal.anyBoolean()) {
                result = function.applyAsLong(result, u.x);
            }
        }
        return result;
    }

    public void reset() {
        Window window = new Window();
        begin(window, RESET);
        Update made = new Update(identity, identity);
        if (window.others != 0 || !replace(window.first, made) || end(RESET) != made) {
            Internal.limit("a LongAccumulator that is asked or updated while it is reset");
        }
    }

    public long getThenReset() {
        long result = get();
        reset();
        return result;
    }

    public String toString() {
        return String.valueOf(get());
    }

    public int intValue() {
        return (int) get();
    }

    public long longValue() {
        return get();
    }

    public float floatValue() {
        return (float) get();
    }

    public double doubleValue() {
        return (double) get();
    }
}
