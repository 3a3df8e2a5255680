package java.util.concurrent.atomic;

import braid.Atomic;
import braid.Internal;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;

public class AtomicInteger extends Number implements java.io.Serializable {
    private volatile int value;

    public AtomicInteger(int initialValue) {
        value = initialValue;
    }

    public AtomicInteger() {
    }

    public final int get() {
        return value;
    }

    public final void set(int newValue) {
        value = newValue;
    }

    public final void lazySet(int newValue) {
        setRelease(newValue);
    }

    @Atomic
    public final int getAndSet(int newValue) {
        int before = value;
        value = newValue;
        return before;
    }

    @Atomic
    public final boolean compareAndSet(int expectedValue, int newValue) {
        if (value != expectedValue) {
            return false;
        }
        value = newValue;
        return true;
    }

    @Deprecated(since = "9")
    public final boolean weakCompareAndSet(int expectedValue, int newValue) {
        return weakCompareAndSetPlain(expectedValue, newValue);
    }

    public final boolean weakCompareAndSetPlain(int expectedValue, int newValue) {
        return !Internal.failsSpuriously() && replacePlain(expectedValue, newValue);
    }

    @Atomic("plain")
    private boolean replacePlain(int expectedValue, int newValue) {
        if (value != expectedValue) {
            return false;
        }
        value = newValue;
        return true;
    }

    @Atomic
    public final int getAndAdd(int delta) {
        int before = value;
        value = before + delta;
        return before;
    }

    public final int getAndIncrement() {
        return getAndAdd(1);
    }

    public final int getAndDecrement() {
        return getAndAdd(-1);
    }

    public final int incrementAndGet() {
        return getAndAdd(1) + 1;
    }

    public final int decrementAndGet() {
        return getAndAdd(-1) - 1;
    }

    public final int addAndGet(int delta) {
        return getAndAdd(delta) + delta;
    }

    public final int getAndUpdate(IntUnaryOperator updateFunction) {
        while (true) {
            int before = value;
            if (compareAndSet(before, updateFunction.applyAsInt(before))) {
                return before;
            }
        }
    }

    public final int updateAndGet(IntUnaryOperator updateFunction) {
        while (true) {
            int before = value;
            int after = updateFunction.applyAsInt(before);
            if (compareAndSet(before, after)) {
                return after;
            }
        }
    }

    public final int getAndAccumulate(int x, IntBinaryOperator accumulatorFunction) {
        while (true) {
            int before = value;
            if (compareAndSet(before, accumulatorFunction.applyAsInt(before, x))) {
                return before;
            }
        }
    }

    public final int accumulateAndGet(int x, IntBinaryOperator accumulatorFunction) {
        while (true) {
            int before = value;
            int after = accumulatorFunction.applyAsInt(before, x);
            if (compareAndSet(before, after)) {
                return after;
            }
        }
    }

    public String toString() {
        return String.valueOf(value);
    }

    public int intValue() {
        return value;
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
    public final int getPlain() {
        return value;
    }

    @Atomic("plain")
    public final void setPlain(int newValue) {
        value = newValue;
    }

    @Atomic("opaque")
    public final int getOpaque() {
        return value;
    }

    @Atomic("opaque")
    public final void setOpaque(int newValue) {
        value = newValue;
    }

    @Atomic("acquire")
    public final int getAcquire() {
        return value;
    }

    @Atomic("release")
    public final void setRelease(int newValue) {
        value = newValue;
    }

    @Atomic
    public final int compareAndExchange(int expectedValue, int newValue) {
        int before = value;
        if (before == expectedValue) {
            value = newValue;
        }
        return before;
    }

    @Atomic("acquire")
    public final int compareAndExchangeAcquire(int expectedValue, int newValue) {
        int before = value;
        if (before == expectedValue) {
            value = newValue;
        }
        return before;
    }

    @Atomic("release")
    public final int compareAndExchangeRelease(int expectedValue, int newValue) {
        int before = value;
        if (before == expectedValue) {
            value = newValue;
        }
        return before;
    }

    public final boolean weakCompareAndSetVolatile(int expectedValue, int newValue) {
        return !Internal.failsSpuriously() && compareAndSet(expectedValue, newValue);
    }

    public final boolean weakCompareAndSetAcquire(int expectedValue, int newValue) {
        return !Internal.failsSpuriously() && replaceAcquire(expectedValue, newValue);
    }

    @Atomic("acquire")
    private boolean replaceAcquire(int expectedValue, int newValue) {
        if (value != expectedValue) {
            return false;
        }
        value = newValue;
        return true;
    }

    public final boolean weakCompareAndSetRelease(int expectedValue, int newValue) {
        return !Internal.failsSpuriously() && replaceRelease(expectedValue, newValue);
    }

    @Atomic("release")
    private boolean replaceRelease(int expectedValue, int newValue) {
        if (value != expectedValue) {
            return false;
        }
        value = newValue;
        return true;
    }
}
