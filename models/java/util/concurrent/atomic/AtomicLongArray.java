package java.util.concurrent.atomic;

import braid.Atomic;
import braid.Internal;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

/** Elements are accessed in steps on the array, when an index has been tested. */
public class AtomicLongArray implements java.io.Serializable {
    private final long[] array;

    public AtomicLongArray(int length) {
        array = new long[length];
    }

    public AtomicLongArray(long[] array) {
        this.array = array.clone();
    }

    public final int length() {
        return array.length;
    }

    private long[] with(int i) {
        if (i < 0 || i >= array.length) {
            throw new ArrayIndexOutOfBoundsException(
                    "Index " + i + " out of bounds for length " + array.length);
        }
        return array;
    }

    // ---- steps

    @Atomic
    private static long getVolatile(long[] array, int i) {
        return array[i];
    }

    @Atomic
    private static void setVolatile(long[] array, int i, long value) {
        array[i] = value;
    }

    @Atomic
    private static long exchangeVolatile(long[] array, int i, long expected, long value) {
        long before = array[i];
        if (before == expected) {
            array[i] = value;
        }
        return before;
    }

    @Atomic
    private static boolean replaceVolatile(long[] array, int i, long expected, long value) {
        if (array[i] != expected) {
            return false;
        }
        array[i] = value;
        return true;
    }

    @Atomic("acquire")
    private static long getAcquire(long[] array, int i) {
        return array[i];
    }

    @Atomic("acquire")
    private static long exchangeAcquire(long[] array, int i, long expected, long value) {
        long before = array[i];
        if (before == expected) {
            array[i] = value;
        }
        return before;
    }

    @Atomic("acquire")
    private static boolean replaceAcquire(long[] array, int i, long expected, long value) {
        if (array[i] != expected) {
            return false;
        }
        array[i] = value;
        return true;
    }

    @Atomic("release")
    private static void setRelease(long[] array, int i, long value) {
        array[i] = value;
    }

    @Atomic("release")
    private static long exchangeRelease(long[] array, int i, long expected, long value) {
        long before = array[i];
        if (before == expected) {
            array[i] = value;
        }
        return before;
    }

    @Atomic("release")
    private static boolean replaceRelease(long[] array, int i, long expected, long value) {
        if (array[i] != expected) {
            return false;
        }
        array[i] = value;
        return true;
    }

    @Atomic("plain")
    private static long getPlain(long[] array, int i) {
        return array[i];
    }

    @Atomic("plain")
    private static void setPlain(long[] array, int i, long value) {
        array[i] = value;
    }

    @Atomic("plain")
    private static boolean replacePlain(long[] array, int i, long expected, long value) {
        if (array[i] != expected) {
            return false;
        }
        array[i] = value;
        return true;
    }

    @Atomic("opaque")
    private static long getOpaque(long[] array, int i) {
        return array[i];
    }

    @Atomic("opaque")
    private static void setOpaque(long[] array, int i, long value) {
        array[i] = value;
    }

    @Atomic
    private static long swap(long[] array, int i, long value) {
        long before = array[i];
        array[i] = value;
        return before;
    }

    @Atomic
    private static long add(long[] array, int i, long delta) {
        long before = array[i];
        array[i] = before + delta;
        return before;
    }

    // ---- what programs call

    public final long get(int i) {
        return getVolatile(with(i), i);
    }

    public final void set(int i, long newValue) {
        setVolatile(with(i), i, newValue);
    }

    public final void lazySet(int i, long newValue) {
        setRelease(with(i), i, newValue);
    }

    public final long getAndSet(int i, long newValue) {
        return swap(with(i), i, newValue);
    }

    public final boolean compareAndSet(int i, long expectedValue, long newValue) {
        return replaceVolatile(with(i), i, expectedValue, newValue);
    }

    @Deprecated(since = "9")
    public final boolean weakCompareAndSet(int i, long expectedValue, long newValue) {
        return weakCompareAndSetPlain(i, expectedValue, newValue);
    }

    public final boolean weakCompareAndSetPlain(int i, long expectedValue, long newValue) {
        long[] with = with(i);
        return !Internal.failsSpuriously() && replacePlain(with, i, expectedValue, newValue);
    }

    public final long getAndIncrement(int i) {
        return add(with(i), i, 1);
    }

    public final long getAndDecrement(int i) {
        return add(with(i), i, -1);
    }

    public final long getAndAdd(int i, long delta) {
        return add(with(i), i, delta);
    }

    public final long incrementAndGet(int i) {
        return add(with(i), i, 1) + 1;
    }

    public final long decrementAndGet(int i) {
        return add(with(i), i, -1) - 1;
    }

    public final long addAndGet(int i, long delta) {
        return add(with(i), i, delta) + delta;
    }

    public final long getAndUpdate(int i, LongUnaryOperator updateFunction) {
        while (true) {
            long before = get(i);
            if (compareAndSet(i, before, updateFunction.applyAsLong(before))) {
                return before;
            }
        }
    }

    public final long updateAndGet(int i, LongUnaryOperator updateFunction) {
        while (true) {
            long before = get(i);
            long after = updateFunction.applyAsLong(before);
            if (compareAndSet(i, before, after)) {
                return after;
            }
        }
    }

    public final long getAndAccumulate(int i, long x, LongBinaryOperator accumulatorFunction) {
        while (true) {
            long before = get(i);
            if (compareAndSet(i, before, accumulatorFunction.applyAsLong(before, x))) {
                return before;
            }
        }
    }

    public final long accumulateAndGet(int i, long x, LongBinaryOperator accumulatorFunction) {
        while (true) {
            long before = get(i);
            long after = accumulatorFunction.applyAsLong(before, x);
            if (compareAndSet(i, before, after)) {
                return after;
            }
        }
    }

    public String toString() {
        if (array.length == 0) {
            return "[]";
        }
        String text = "[" + get(0);
        for (int i = 1; i < array.length; i++) {
            text = text + ", " + get(i);
        }
        return text + "]";
    }

    public final long getPlain(int i) {
        return getPlain(with(i), i);
    }

    public final void setPlain(int i, long newValue) {
        setPlain(with(i), i, newValue);
    }

    public final long getOpaque(int i) {
        return getOpaque(with(i), i);
    }

    public final void setOpaque(int i, long newValue) {
        setOpaque(with(i), i, newValue);
    }

    public final long getAcquire(int i) {
        return getAcquire(with(i), i);
    }

    public final void setRelease(int i, long newValue) {
        setRelease(with(i), i, newValue);
    }

    public final long compareAndExchange(int i, long expectedValue, long newValue) {
        return exchangeVolatile(with(i), i, expectedValue, newValue);
    }

    public final long compareAndExchangeAcquire(int i, long expectedValue, long newValue) {
        return exchangeAcquire(with(i), i, expectedValue, newValue);
    }

    public final long compareAndExchangeRelease(int i, long expectedValue, long newValue) {
        return exchangeRelease(with(i), i, expectedValue, newValue);
    }

    public final boolean weakCompareAndSetVolatile(int i, long expectedValue, long newValue) {
        long[] with = with(i);
        return !Internal.failsSpuriously() && replaceVolatile(with, i, expectedValue, newValue);
    }

    public final boolean weakCompareAndSetAcquire(int i, long expectedValue, long newValue) {
        long[] with = with(i);
        return !Internal.failsSpuriously() && replaceAcquire(with, i, expectedValue, newValue);
    }

    public final boolean weakCompareAndSetRelease(int i, long expectedValue, long newValue) {
        long[] with = with(i);
        return !Internal.failsSpuriously() && replaceRelease(with, i, expectedValue, newValue);
    }
}
