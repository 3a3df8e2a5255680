package java.util.concurrent.atomic;

import braid.Atomic;
import braid.Internal;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;

/** Elements are accessed in steps on the array, when an index has been tested. */
public class AtomicIntegerArray implements java.io.Serializable {
    private final int[] array;

    public AtomicIntegerArray(int length) {
        array = new int[length];
    }

    public AtomicIntegerArray(int[] array) {
        this.array = array.clone();
    }

    public final int length() {
        return array.length;
    }

    private int[] with(int i) {
        if (i < 0 || i >= array.length) {
            throw new ArrayIndexOutOfBoundsException(
                    "Index " + i + " out of bounds for length " + array.length);
        }
        return array;
    }

    // ---- steps

    @Atomic
    private static int getVolatile(int[] array, int i) {
        return array[i];
    }

    @Atomic
    private static void setVolatile(int[] array, int i, int value) {
        array[i] = value;
    }

    @Atomic
    private static int exchangeVolatile(int[] array, int i, int expected, int value) {
        int before = array[i];
        if (before == expected) {
            array[i] = value;
        }
        return before;
    }

    @Atomic
    private static boolean replaceVolatile(int[] array, int i, int expected, int value) {
        if (array[i] != expected) {
            return false;
        }
        array[i] = value;
        return true;
    }

    @Atomic("acquire")
    private static int getAcquire(int[] array, int i) {
        return array[i];
    }

    @Atomic("acquire")
    private static int exchangeAcquire(int[] array, int i, int expected, int value) {
        int before = array[i];
        if (before == expected) {
            array[i] = value;
        }
        return before;
    }

    @Atomic("acquire")
    private static boolean replaceAcquire(int[] array, int i, int expected, int value) {
        if (array[i] != expected) {
            return false;
        }
        array[i] = value;
        return true;
    }

    @Atomic("release")
    private static void setRelease(int[] array, int i, int value) {
        array[i] = value;
    }

    @Atomic("release")
    private static int exchangeRelease(int[] array, int i, int expected, int value) {
        int before = array[i];
        if (before == expected) {
            array[i] = value;
        }
        return before;
    }

    @Atomic("release")
    private static boolean replaceRelease(int[] array, int i, int expected, int value) {
        if (array[i] != expected) {
            return false;
        }
        array[i] = value;
        return true;
    }

    @Atomic("plain")
    private static int getPlain(int[] array, int i) {
        return array[i];
    }

    @Atomic("plain")
    private static void setPlain(int[] array, int i, int value) {
        array[i] = value;
    }

    @Atomic("plain")
    private static boolean replacePlain(int[] array, int i, int expected, int value) {
        if (array[i] != expected) {
            return false;
        }
        array[i] = value;
        return true;
    }

    @Atomic("opaque")
    private static int getOpaque(int[] array, int i) {
        return array[i];
    }

    @Atomic("opaque")
    private static void setOpaque(int[] array, int i, int value) {
        array[i] = value;
    }

    @Atomic
    private static int swap(int[] array, int i, int value) {
        int before = array[i];
        array[i] = value;
        return before;
    }

    @Atomic
    private static int add(int[] array, int i, int delta) {
        int before = array[i];
        array[i] = before + delta;
        return before;
    }

    // ---- what programs call

    public final int get(int i) {
        return getVolatile(with(i), i);
    }

    public final void set(int i, int newValue) {
        setVolatile(with(i), i, newValue);
    }

    public final void lazySet(int i, int newValue) {
        setRelease(with(i), i, newValue);
    }

    public final int getAndSet(int i, int newValue) {
        return swap(with(i), i, newValue);
    }

    public final boolean compareAndSet(int i, int expectedValue, int newValue) {
        return replaceVolatile(with(i), i, expectedValue, newValue);
    }

    @Deprecated(since = "9")
    public final boolean weakCompareAndSet(int i, int expectedValue, int newValue) {
        return weakCompareAndSetPlain(i, expectedValue, newValue);
    }

    public final boolean weakCompareAndSetPlain(int i, int expectedValue, int newValue) {
        int[] with = with(i);
        return !Internal.failsSpuriously() && replacePlain(with, i, expectedValue, newValue);
    }

    public final int getAndIncrement(int i) {
        return add(with(i), i, 1);
    }

    public final int getAndDecrement(int i) {
        return add(with(i), i, -1);
    }

    public final int getAndAdd(int i, int delta) {
        return add(with(i), i, delta);
    }

    public final int incrementAndGet(int i) {
        return add(with(i), i, 1) + 1;
    }

    public final int decrementAndGet(int i) {
        return add(with(i), i, -1) - 1;
    }

    public final int addAndGet(int i, int delta) {
        return add(with(i), i, delta) + delta;
    }

    public final int getAndUpdate(int i, IntUnaryOperator updateFunction) {
        while (true) {
            int before = get(i);
            if (compareAndSet(i, before, updateFunction.applyAsInt(before))) {
                return before;
            }
        }
    }

    public final int updateAndGet(int i, IntUnaryOperator updateFunction) {
        while (true) {
            int before = get(i);
            int after = updateFunction.applyAsInt(before);
            if (compareAndSet(i, before, after)) {
                return after;
            }
        }
    }

    public final int getAndAccumulate(int i, int x, IntBinaryOperator accumulatorFunction) {
        while (true) {
            int before = get(i);
            if (compareAndSet(i, before, accumulatorFunction.applyAsInt(before, x))) {
                return before;
            }
        }
    }

    public final int accumulateAndGet(int i, int x, IntBinaryOperator accumulatorFunction) {
        while (true) {
            int before = get(i);
            int after = accumulatorFunction.applyAsInt(before, x);
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

    public final int getPlain(int i) {
        return getPlain(with(i), i);
    }

    public final void setPlain(int i, int newValue) {
        setPlain(with(i), i, newValue);
    }

    public final int getOpaque(int i) {
        return getOpaque(with(i), i);
    }

    public final void setOpaque(int i, int newValue) {
        setOpaque(with(i), i, newValue);
    }

    public final int getAcquire(int i) {
        return getAcquire(with(i), i);
    }

    public final void setRelease(int i, int newValue) {
        setRelease(with(i), i, newValue);
    }

    public final int compareAndExchange(int i, int expectedValue, int newValue) {
        return exchangeVolatile(with(i), i, expectedValue, newValue);
    }

    public final int compareAndExchangeAcquire(int i, int expectedValue, int newValue) {
        return exchangeAcquire(with(i), i, expectedValue, newValue);
    }

    public final int compareAndExchangeRelease(int i, int expectedValue, int newValue) {
        return exchangeRelease(with(i), i, expectedValue, newValue);
    }

    public final boolean weakCompareAndSetVolatile(int i, int expectedValue, int newValue) {
        int[] with = with(i);
        return !Internal.failsSpuriously() && replaceVolatile(with, i, expectedValue, newValue);
    }

    public final boolean weakCompareAndSetAcquire(int i, int expectedValue, int newValue) {
        int[] with = with(i);
        return !Internal.failsSpuriously() && replaceAcquire(with, i, expectedValue, newValue);
    }

    public final boolean weakCompareAndSetRelease(int i, int expectedValue, int newValue) {
        int[] with = with(i);
        return !Internal.failsSpuriously() && replaceRelease(with, i, expectedValue, newValue);
    }
}
