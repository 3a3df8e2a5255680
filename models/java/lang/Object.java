package java.lang;

/** The root of all classes, and the class whose methods arrays have. */
public class Object {
    public Object() {
    }

    public final native Class<?> getClass();

    /** Unknown, but always the same for one object. */
    public native int hashCode();

    public boolean equals(Object other) {
        return this == other;
    }

    protected Object clone() throws CloneNotSupportedException {
        if (!(this instanceof Cloneable)) {
            throw new CloneNotSupportedException(getClass().getName());
        }
        return braid.Internal.cloneObject(this);
    }

    public String toString() {
        String name = getClass().getName();
        return name.concat0("@").concat0(Integer.toHexString(hashCode()));
    }

    public final native void notify();

    public final native void notifyAll();

    /**
     * Gives the monitor up and waits; with `timed`, possibly without having been notified. Throws
     * IllegalMonitorStateException if the current thread does not own the monitor.
     */
    private final native void wait0(boolean timed);

    /**
     * The same, but it also ends when a thread, the current one, is interrupted and has not been
     * notified: it gives true then, and is no longer interrupted.
     */
    private final native boolean wait0(boolean timed, Thread current);

    private void waitFor(boolean timed) throws InterruptedException {
        if (!braid.Internal.interrupts()) {
            wait0(timed);
            return;
        }
        if (Thread.holdsLock(this)) {
            Thread.throwIfInterrupted0();
        }
        if (wait0(timed, Thread.currentThread())) {
            throw new InterruptedException();
        }
    }

    public final void wait() throws InterruptedException {
        waitFor(false);
    }

    public final void wait(long timeoutMillis) throws InterruptedException {
        if (timeoutMillis < 0) {
            throw new IllegalArgumentException("timeout value is negative");
        }
        waitFor(timeoutMillis != 0);
    }

    public final void wait(long timeoutMillis, int nanos) throws InterruptedException {
        if (timeoutMillis < 0) {
            throw new IllegalArgumentException("timeoutMillis value is negative");
        }
        if (nanos < 0 || nanos > 999999) {
            throw new IllegalArgumentException("nanosecond timeout value out of range");
        }
        waitFor(timeoutMillis != 0 || nanos != 0);
    }

    protected void finalize() throws Throwable {
    }
}
