package java.util.concurrent.atomic;

import braid.Atomic;
import braid.Internal;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

/** Elements are accessed in steps on the array, when an index has been tested. */
public class AtomicReferenceArray<E> implements java.io.Serializable {
    private final Object[] array;

    public AtomicReferenceArray(int length) {
        array = new Object[length];
    }

    public AtomicReferenceArray(E[] array) {
        this.array = copy(array);
    }

    private static Object[] copy(Object[] array) {
        Object[] copy = new Object[array.length];
        for (int i = 0; i < copy.length; i++) {
            copy[i] = array[i];
        }
        return copy;
    }

    public final int length() {
        return array.length;
    }

    private Object[] with(int i) {
        if (i < 0 || i >= array.length) {
            throw new ArrayIndexOutOfBoundsException(
                    "Index " + i + " out of bounds for length " + array.length);
        }
        return array;
    }

    // ---- steps

    @Atomic
    private static Object getVolatile(Object[] array, int i) {
        return array[i];
    }

    @Atomic
    private static void setVolatile(Object[] array, int i, Object value) {
        array[i] = value;
    }

    @Atomic
    private static Object exchangeVolatile(Object[] array, int i, Object expected, Object value) {
        Object before = array[i];
        if (before == expected) {
            array[i] = value;
        }
        return before;
    }

    @Atomic
    private static boolean replaceVolatile(Object[] array, int i, Object expected, Object value) {
        if (array[i] != expected) {
            return false;
        }
        array[i] = value;
        return true;
    }

    @Atomic("acquire")
    private static Object getAcquire(Object[] array, int i) {
        return array[i];
    }

    @Atomic("acquire")
    private static Object exchangeAcquire(Object[] array, int i, Object expected, Object value) {
        Object before = array[i];
        if (before == expected) {
            array[i] = value;
        }
        return before;
    }

    @Atomic("acquire")
    private static boolean replaceAcquire(Object[] array, int i, Object expected, Object value) {
        if (array[i] != expected) {
            return false;
        }
        array[i] = value;
        return true;
    }

    @Atomic("release")
    private static void setRelease(Object[] array, int i, Object value) {
        array[i] = value;
    }

    @Atomic("release")
    private static Object exchangeRelease(Object[] array, int i, Object expected, Object value) {
        Object before = array[i];
        if (before == expected) {
            array[i] = value;
        }
        return before;
    }

    @Atomic("release")
    private static boolean replaceRelease(Object[] array, int i, Object expected, Object value) {
        if (array[i] != expected) {
            return false;
        }
        array[i] = value;
        return true;
    }

    @Atomic("plain")
    private static Object getPlain(Object[] array, int i) {
        return array[i];
    }

    @Atomic("plain")
    private static void setPlain(Object[] array, int i, Object value) {
        array[i] = value;
    }

    @Atomic("plain")
    private static boolean replacePlain(Object[] array, int i, Object expected, Object value) {
        if (array[i] != expected) {
            return false;
        }
        array[i] = value;
        return true;
    }

    @Atomic("opaque")
    private static Object getOpaque(Object[] array, int i) {
        return array[i];
    }

    @Atomic("opaque")
    private static void setOpaque(Object[] array, int i, Object value) {
        array[i] = value;
    }

    @Atomic
    private static Object swap(Object[] array, int i, Object value) {
        Object before = array[i];
        array[i] = value;
        return before;
    }

    // ---- what programs call

    @SuppressWarnings("unchecked")
    public final E get(int i) {
        return (E) getVolatile(with(i), i);
    }

    public final void set(int i, E newValue) {
        setVolatile(with(i), i, newValue);
    }

    public final void lazySet(int i, E newValue) {
        setRelease(with(i), i, newValue);
    }

    @SuppressWarnings("unchecked")
    public final E getAndSet(int i, E newValue) {
        return (E) swap(with(i), i, newValue);
    }

    public final boolean compareAndSet(int i, E expectedValue, E newValue) {
        return replaceVolatile(with(i), i, expectedValue, newValue);
    }

    @Deprecated(since = "9")
    public final boolean weakCompareAndSet(int i, E expectedValue, E newValue) {
        return weakCompareAndSetPlain(i, expectedValue, newValue);
    }

    public final boolean weakCompareAndSetPlain(int i, E expectedValue, E newValue) {
        Object[] with = with(i);
        return !Internal.failsSpuriously() && replacePlain(with, i, expectedValue, newValue);
    }

    public final E getAndUpdate(int i, UnaryOperator<E> updateFunction) {
        while (true) {
            E before = get(i);
            if (compareAndSet(i, before, updateFunction.apply(before))) {
                return before;
            }
        }
    }

    public final E updateAndGet(int i, UnaryOperator<E> updateFunction) {
        while (true) {
            E before = get(i);
            E after = updateFunction.apply(before);
            if (compareAndSet(i, before, after)) {
                return after;
            }
        }
    }

    public final E getAndAccumulate(int i, E x, BinaryOperator<E> accumulatorFunction) {
        while (true) {
            E before = get(i);
            if (compareAndSet(i, before, accumulatorFunction.apply(before, x))) {
                return before;
            }
        }
    }

    public final E accumulateAndGet(int i, E x, BinaryOperator<E> accumulatorFunction) {
        while (true) {
            E before = get(i);
            E after = accumulatorFunction.apply(before, x);
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

    @SuppressWarnings("unchecked")
    public final E getPlain(int i) {
        return (E) getPlain(with(i), i);
    }

    public final void setPlain(int i, E newValue) {
        setPlain(with(i), i, newValue);
    }

    @SuppressWarnings("unchecked")
    public final E getOpaque(int i) {
        return (E) getOpaque(with(i), i);
    }

    public final void setOpaque(int i, E newValue) {
        setOpaque(with(i), i, newValue);
    }

    @SuppressWarnings("unchecked")
    public final E getAcquire(int i) {
        return (E) getAcquire(with(i), i);
    }

    public final void setRelease(int i, E newValue) {
        setRelease(with(i), i, newValue);
    }

    @SuppressWarnings("unchecked")
    public final E compareAndExchange(int i, E expectedValue, E newValue) {
        return (E) exchangeVolatile(with(i), i, expectedValue, newValue);
    }

    @SuppressWarnings("unchecked")
    public final E compareAndExchangeAcquire(int i, E expectedValue, E newValue) {
        return (E) exchangeAcquire(with(i), i, expectedValue, newValue);
    }

    @SuppressWarnings("unchecked")
    public final E compareAndExchangeRelease(int i, E expectedValue, E newValue) {
        return (E) exchangeRelease(with(i), i, expectedValue, newValue);
    }

    public final boolean weakCompareAndSetVolatile(int i, E expectedValue, E newValue) {
        Object[] with = with(i);
        return !Internal.failsSpuriously() && replaceVolatile(with, i, expectedValue, newValue);
    }

    public final boolean weakCompareAndSetAcquire(int i, E expectedValue, E newValue) {
        Object[] with = with(i);
        return !Internal.failsSpuriously() && replaceAcquire(with, i, expectedValue, newValue);
    }

    public final boolean weakCompareAndSetRelease(int i, E expectedValue, E newValue) {
        Object[] with = with(i);
        return !Internal.failsSpuriously() && replaceRelease(with, i, expectedValue, newValue);
    }
}
