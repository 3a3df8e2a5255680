package java.util.concurrent.atomic;

import braid.Atomic;
import braid.Internal;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

public class AtomicLong extends Number implements java.io.Serializable {
    private volatile long value;

    public AtomicLong(long initialValue) {
        value = initialValue;
    }

    public AtomicLong() {
    }

    public final long get() {
        return value;
    }

    public final void set(long newValue) {
        value = newValue;
    }

    public final void lazySet(long newValue) {
        setRelease(newValue);
    }

    @Atomic
    public final long getAndSet(long newValue) {
        long before = value;
        value = newValue;
        return before;
    }

    @Atomic
    public final boolean compareAndSet(long expectedValue, long newValue) {
        if (value != expectedValue) {
            return false;
        }
        value = newValue;
        return true;
    }

    @Deprecated(since = "9")
    public final boolean weakCompareAndSet(long expectedValue, long newValue) {
        return weakCompareAndSetPlain(expectedValue, newValue);
    }

    public final boolean weakCompareAndSetPlain(long expectedValue, long newValue) {
        return !Internal.failsSpuriously() && replacePlain(expectedValue, newValue);
    }

    @Atomic("plain")
    private boolean replacePlain(long expectedValue, long newValue) {
        if (value != expectedValue) {
            return false;
        }
        value = newValue;
        return true;
    }

    @Atomic
    public final long getAndAdd(long delta) {
        long before = value;
        value = before + delta;
        return before;
    }

    public final long getAndIncrement() {
        return getAndAdd(1);
    }

    public final long getAndDecrement() {
        return getAndAdd(-1);
    }

    public final long incrementAndGet() {
        return getAndAdd(1) + 1;
    }

    public final long decrementAndGet() {
        return getAndAdd(-1) - 1;
    }

    public final long addAndGet(long delta) {
        return getAndAdd(delta) + delta;
    }

    public final long getAndUpdate(LongUnaryOperator updateFunction) {
        while (true) {
            long before = value;
            if (compareAndSet(before, updateFunction.applyAsLong(before))) {
                return before;
            }
        }
    }

    public final long updateAndGet(LongUnaryOperator updateFunction) {
        while (true) {
            long before = value;
            long after = updateFunction.applyAsLong(before);
            if (compareAndSet(before, after)) {
                return after;
            }
        }
    }

    public final long getAndAccumulate(long x, LongBinaryOperator accumulatorFunction) {
        while (true) {
            long before = value;
            if (compareAndSet(before, accumulatorFunction.applyAsLong(before, x))) {
                return before;
            }
        }
    }

    public final long accumulateAndGet(long x, LongBinaryOperator accumulatorFunction) {
        while (true) {
            long before = value;
            long after = accumulatorFunction.applyAsLong(before, x);
            if (compareAndSet(before, after)) {
                return after;
            }
        }
    }

    public String toString() {
        return String.valueOf(value);
    }

    public int intValue() {
        return (int) value;
    }

    public long longValue() {
        return value;
    }

    public float floatValue() {
        return value;
    }

    public double doubleValue() {
        return value;
    }

    @Atomic("plain")
    public final long getPlain() {
        return value;
    }

    @Atomic("plain")
    public final void setPlain(long newValue) {
        value = newValue;
    }

    @Atomic("opaque")
    public final long getOpaque() {
        return value;
    }

    @Atomic("opaque")
    public final void setOpaque(long newValue) {
        value = newValue;
    }

    @Atomic("acquire")
    public final long getAcquire() {
        return value;
    }

    @Atomic("release")
    public final void setRelease(long newValue) {
        value = newValue;
    }

    @Atomic
    public final long compareAndExchange(long expectedValue, long newValue) {
        long before = value;
        if (before == expectedValue) {
            value = newValue;
        }
        return before;
    }

    @Atomic("acquire")
    public final long compareAndExchangeAcquire(long expectedValue, long newValue) {
        long before = value;
        if (before == expectedValue) {
            value = newValue;
        }
        return before;
    }

    @Atomic("release")
    public final long compareAndExchangeRelease(long expectedValue, long newValue) {
        long before = value;
        if (before == expectedValue) {
            value = newValue;
        }
        return before;
    }

    public final boolean weakCompareAndSetVolatile(long expectedValue, long newValue) {
        return !Internal.failsSpuriously() && compareAndSet(expectedValue, newValue);
    }

    public final boolean weakCompareAndSetAcquire(long expectedValue, long newValue) {
        return !Internal.failsSpuriously() && replaceAcquire(expectedValue, newValue);
    }

    @Atomic("acquire")
    private boolean replaceAcquire(long expectedValue, long newValue) {
        if (value != expectedValue) {
            return false;
        }
        value = newValue;
        return true;
    }

    public final boolean weakCompareAndSetRelease(long expectedValue, long newValue) {
        return !Internal.failsSpuriously() && replaceRelease(expectedValue, newValue);
    }

    @Atomic("release")
    private boolean replaceRelease(long expectedValue, long newValue) {
        if (value != expectedValue) {
            return false;
        }
        value = newValue;
        return true;
    }
}
