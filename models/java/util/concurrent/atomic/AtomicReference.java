package java.util.concurrent.atomic;

import braid.Atomic;
import braid.Internal;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

public class AtomicReference<V> implements java.io.Serializable {
    private volatile V value;

    public AtomicReference(V initialValue) {
        value = initialValue;
    }

    public AtomicReference() {
    }

    public final V get() {
        return value;
    }

    public final void set(V newValue) {
        value = newValue;
    }

    public final void lazySet(V newValue) {
        setRelease(newValue);
    }

    @Atomic
    public final V getAndSet(V newValue) {
        V before = value;
        value = newValue;
        return before;
    }

    @Atomic
    public final boolean compareAndSet(V expectedValue, V newValue) {
        if (value != expectedValue) {
            return false;
        }
        value = newValue;
        return true;
    }

    @Deprecated(since = "9")
    public final boolean weakCompareAndSet(V expectedValue, V newValue) {
        return weakCompareAndSetPlain(expectedValue, newValue);
    }

    public final boolean weakCompareAndSetPlain(V expectedValue, V newValue) {
        return !Internal.failsSpuriously() && replacePlain(expectedValue, newValue);
    }

    @Atomic("plain")
    private boolean replacePlain(V expectedValue, V newValue) {
        if (value != expectedValue) {
            return false;
        }
        value = newValue;
        return true;
    }

    public final V getAndUpdate(UnaryOperator<V> updateFunction) {
        while (true) {
            V before = value;
            if (compareAndSet(before, updateFunction.apply(before))) {
                return before;
            }
        }
    }

    public final V updateAndGet(UnaryOperator<V> updateFunction) {
        while (true) {
            V before = value;
            V after = updateFunction.apply(before);
            if (compareAndSet(before, after)) {
                return after;
            }
        }
    }

    public final V getAndAccumulate(V x, BinaryOperator<V> accumulatorFunction) {
        while (true) {
            V before = value;
            if (compareAndSet(before, accumulatorFunction.apply(before, x))) {
                return before;
            }
        }
    }

    public final V accumulateAndGet(V x, BinaryOperator<V> accumulatorFunction) {
        while (true) {
            V before = value;
            V after = accumulatorFunction.apply(before, x);
            if (compareAndSet(before, after)) {
                return after;
            }
        }
    }

    public String toString() {
        return String.valueOf(value);
    }

    @Atomic("plain")
    public final V getPlain() {
        return value;
    }

    @Atomic("plain")
    public final void setPlain(V newValue) {
        value = newValue;
    }

    @Atomic("opaque")
    public final V getOpaque() {
        return value;
    }

    @Atomic("opaque")
    public final void setOpaque(V newValue) {
        value = newValue;
    }

    @Atomic("acquire")
    public final V getAcquire() {
        return value;
    }

    @Atomic("release")
    public final void setRelease(V newValue) {
        value = newValue;
    }

    @Atomic
    public final V compareAndExchange(V expectedValue, V newValue) {
        V before = value;
        if (before == expectedValue) {
            value = newValue;
        }
        return before;
    }

    @Atomic("acquire")
    public final V compareAndExchangeAcquire(V expectedValue, V newValue) {
        V before = value;
        if (before == expectedValue) {
            value = newValue;
        }
        return before;
    }

    @Atomic("release")
    public final V compareAndExchangeRelease(V expectedValue, V newValue) {
        V before = value;
        if (before == expectedValue) {
            value = newValue;
        }
        return before;
    }

    public final boolean weakCompareAndSetVolatile(V expectedValue, V newValue) {
        return !Internal.failsSpuriously() && compareAndSet(expectedValue, newValue);
    }

    public final boolean weakCompareAndSetAcquire(V expectedValue, V newValue) {
        return !Internal.failsSpuriously() && replaceAcquire(expectedValue, newValue);
    }

    @Atomic("acquire")
    private boolean replaceAcquire(V expectedValue, V newValue) {
        if (value != expectedValue) {
            return false;
        }
        value = newValue;
        return true;
    }

    public final boolean weakCompareAndSetRelease(V expectedValue, V newValue) {
        return !Internal.failsSpuriously() && replaceRelease(expectedValue, newValue);
    }

    @Atomic("release")
    private boolean replaceRelease(V expectedValue, V newValue) {
        if (value != expectedValue) {
            return false;
        }
        value = newValue;
        return true;
    }
}
