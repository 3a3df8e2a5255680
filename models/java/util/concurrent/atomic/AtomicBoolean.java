package java.util.concurrent.atomic;

import braid.Atomic;
import braid.Internal;

public class AtomicBoolean implements java.io.Serializable {
    private volatile boolean value;

    public AtomicBoolean(boolean initialValue) {
        value = initialValue;
    }

    public AtomicBoolean() {
    }

    public final boolean get() {
        return value;
    }

    public final void set(boolean newValue) {
        value = newValue;
    }

    public final void lazySet(boolean newValue) {
        setRelease(newValue);
    }

    @Atomic
    public final boolean getAndSet(boolean newValue) {
        boolean before = value;
        value = newValue;
        return before;
    }

    @Atomic
    public final boolean compareAndSet(boolean expectedValue, boolean newValue) {
        if (value != expectedValue) {
            return false;
        }
        value = newValue;
        return true;
    }

    @Deprecated(since = "9")
    public boolean weakCompareAndSet(boolean expectedValue, boolean newValue) {
        return weakCompareAndSetPlain(expectedValue, newValue);
    }

    public boolean weakCompareAndSetPlain(boolean expectedValue, boolean newValue) {
        return !Internal.failsSpuriously() && replacePlain(expectedValue, newValue);
    }

    @Atomic("plain")
    private boolean replacePlain(boolean expectedValue, boolean newValue) {
        if (value != expectedValue) {
            return false;
        }
        value = newValue;
        return true;
    }

    public String toString() {
        return String.valueOf(value);
    }

    @Atomic("plain")
    public final boolean getPlain() {
        return value;
    }

    @Atomic("plain")
    public final void setPlain(boolean newValue) {
        value = newValue;
    }

    @Atomic("opaque")
    public final boolean getOpaque() {
        return value;
    }

    @Atomic("opaque")
    public final void setOpaque(boolean newValue) {
        value = newValue;
    }

    @Atomic("acquire")
    public final boolean getAcquire() {
        return value;
    }

    @Atomic("release")
    public final void setRelease(boolean newValue) {
        value = newValue;
    }

    @Atomic
    public final boolean compareAndExchange(boolean expectedValue, boolean newValue) {
        boolean before = value;
        if (before == expectedValue) {
            value = newValue;
        }
        return before;
    }

    @Atomic("acquire")
    public final boolean compareAndExchangeAcquire(boolean expectedValue, boolean newValue) {
        boolean before = value;
        if (before == expectedValue) {
            value = newValue;
        }
        return before;
    }

    @Atomic("release")
    public final boolean compareAndExchangeRelease(boolean expectedValue, boolean newValue) {
        boolean before = value;
        if (before == expectedValue) {
            value = newValue;
        }
        return before;
    }

    public boolean weakCompareAndSetVolatile(boolean expectedValue, boolean newValue) {
        return !Internal.failsSpuriously() && compareAndSet(expectedValue, newValue);
    }

    public boolean weakCompareAndSetAcquire(boolean expectedValue, boolean newValue) {
        return !Internal.failsSpuriously() && replaceAcquire(expectedValue, newValue);
    }

    @Atomic("acquire")
    private boolean replaceAcquire(boolean expectedValue, boolean newValue) {
        if (value != expectedValue) {
            return false;
        }
        value = newValue;
        return true;
    }

    public boolean weakCompareAndSetRelease(boolean expectedValue, boolean newValue) {
        return !Internal.failsSpuriously() && replaceRelease(expectedValue, newValue);
    }

    @Atomic("release")
    private boolean replaceRelease(boolean expectedValue, boolean newValue) {
        if (value != expectedValue) {
            return false;
        }
        value = newValue;
        return true;
    }
}
