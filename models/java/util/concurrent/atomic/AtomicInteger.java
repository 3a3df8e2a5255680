package java.util.concurrent.atomic;

import braid.Atomic;

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

    @Atomic
    public final boolean compareAndSet(int expectedValue, int newValue) {
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

    public final int incrementAndGet() {
        return getAndAdd(1) + 1;
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
}
