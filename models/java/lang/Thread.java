package java.lang;

import braid.Atomic;
import braid.History;
import braid.Internal;

/**
 * Threads. Time is unknown: what is timed ends at any moment. What waits asks whether its thread is
 * interrupted only in programs that interrupt some thread (`Internal.interrupts`).
 */
public class Thread implements Runnable {
    public static final int MIN_PRIORITY = 1;
    public static final int NORM_PRIORITY = 5;
    public static final int MAX_PRIORITY = 10;

    public enum State { NEW, RUNNABLE, BLOCKED, WAITING, TIMED_WAITING, TERMINATED }

    /** The thread itself; null until `start0` sets it. The front end gives the field its type. */
    private volatile Object tid;
    /** Somebody has called `start`; nobody else may. */
    private volatile boolean started;
    /** The interrupted status. Models read it in their own steps, too. */
    public volatile boolean interrupted0;
    /** What it called of a class that is checked for linearizability; null if none is. */
    public History.OfThread calls0;
    /** What LockSupport gives and takes. */
    public volatile boolean permit0;
    public volatile Object blocker0;
    /** The locks for reading that this thread has, for ReentrantReadWriteLock; nobody else looks. */
    public Object readHolds0;
    /** What variables of type ThreadLocal are for this thread; nobody else looks. */
    ThreadLocal.Entry locals0;
    ThreadLocal.Entry inheritableLocals0;
    private volatile String name;
    private boolean daemon;
    private final Runnable target;
    /** Whether this is the thread that the program began with. */
    private final boolean isMain;

    public Thread() {
        this((Runnable) null);
    }

    public Thread(Runnable target) {
        this(target, "Thread-".concat0(String.fromInt(nextNumber())));
    }

    public Thread(String name) {
        this(null, name);
    }

    public Thread(Runnable target, String name) {
        if (name == null) {
            throw new NullPointerException("name cannot be null");
        }
        this.name = name;
        this.target = target;
        this.isMain = false;
        Thread current = currentThread();
        if (current.daemon) {
            this.daemon = true;
        }
        if (current.inheritableLocals0 != null) {
            inheritableLocals0 = InheritableThreadLocal.inherited(current.inheritableLocals0);
        }
    }

    /** Makes an object for the main thread, which runs already. */
    private Thread(boolean isMain) {
        this.name = "main";
        this.target = null;
        this.isMain = isMain;
        this.started = true;
        if (Internal.linearizable()) {
            calls0 = History.ofThread();
        }
    }

    /** Called once, before the program begins, for the value of `currentThread` in main. */
    static Thread makeMain() {
        return new Thread(true);
    }

    /** 0, 1, 2, and so on: one step, never a race. */
    private static native int nextNumber();

    public static native Thread currentThread();

    /** Sets `started`; whether it was set before: one step. */
    private native boolean claim0();

    /** Starts a thread that calls `run`, with this object as its `currentThread`; sets `tid`. */
    private native void start0();

    /** Waits until the thread has ended; not at all if it has not been started. */
    private native void join0();

    /**
     * The same, or until `waiting` is interrupted: true, then, and it is no longer interrupted.
     * If both hold, either may come.
     */
    private native boolean join0(Thread waiting);

    /** Whether the thread has been started, and has not ended yet. */
    private native boolean isAlive0();

    public void start() {
        if (claim0()) {
            throw new IllegalThreadStateException();
        }
        if (Internal.linearizable()) {
            calls0 = History.ofThread();
        }
        start0();
    }

    public void run() {
        if (target != null) {
            target.run();
        }
    }

    public final void join() throws InterruptedException {
        if (!Internal.interrupts()) {
            join0();
        } else if (join0(currentThread())) {
            throw new InterruptedException();
        }
    }

    /** The thread may have ended, or not, when the time is over: this is when one looks. */
    public final void join(long millis) throws InterruptedException {
        if (millis < 0) {
            throw new IllegalArgumentException("timeout value is negative");
        }
        if (millis == 0) {
            join();
        } else {
            throwIfInterrupted0();
            isAlive();
        }
    }

    public final void join(long millis, int nanos) throws InterruptedException {
        if (millis < 0) {
            throw new IllegalArgumentException("timeout value is negative");
        }
        if (nanos < 0 || nanos > 999999) {
            throw new IllegalArgumentException("nanosecond timeout value out of range");
        }
        if (millis == 0 && nanos == 0) {
            join();
        } else {
            throwIfInterrupted0();
            isAlive();
        }
    }

    /** For models: whether it has begun, and maybe ended. */
    public final boolean isStarted0() {
        return tid != null;
    }

    public final boolean isAlive() {
        return isAlive0();
    }

    /** A thread that runs may also be blocked or wait, which nothing here can tell. */
    public State getState() {
        if (tid == null) {
            return State.NEW;
        }
        if (isAlive0() && this != currentThread()) {
            Internal.limit("Thread.getState of a thread that runs");
        }
        return this == currentThread() ? State.RUNNABLE : State.TERMINATED;
    }

    public static void sleep(long millis) throws InterruptedException {
        if (millis < 0) {
            throw new IllegalArgumentException("timeout value is negative");
        }
        throwIfInterrupted0();
        Internal.yield();
    }

    public static void sleep(long millis, int nanos) throws InterruptedException {
        if (millis < 0) {
            throw new IllegalArgumentException("timeout value is negative");
        }
        if (nanos < 0 || nanos > 999999) {
            throw new IllegalArgumentException("nanosecond timeout value out of range");
        }
        throwIfInterrupted0();
        Internal.yield();
    }

    public static void yield() {
        Internal.yield();
    }

    public static void onSpinWait() {
        Internal.yield();
    }

    public final String getName() {
        return name;
    }

    public final void setName(String name) {
        if (name == null) {
            throw new NullPointerException("name cannot be null");
        }
        this.name = name;
    }

    public long getId() {
        if (!isMain) {
            Internal.limit("Thread.getId of another thread than main");
        }
        return 1;
    }

    public final boolean isDaemon() {
        return daemon;
    }

    public final void setDaemon(boolean on) {
        if (isAlive()) {
            throw new IllegalThreadStateException();
        }
        daemon = on;
    }

    public final int getPriority() {
        Internal.limit("Thread.getPriority");
        return NORM_PRIORITY;
    }

    /** Priorities promise nothing. */
    public final void setPriority(int newPriority) {
        if (newPriority < MIN_PRIORITY || newPriority > MAX_PRIORITY) {
            throw new IllegalArgumentException();
        }
    }

    protected Object clone() throws CloneNotSupportedException {
        throw new CloneNotSupportedException();
    }

    /** Name, priority and group, as the virtual machine likes. */
    public String toString() {
        return Internal.anyString();
    }

    public void interrupt() {
        interrupted0 = true;
    }

    public boolean isInterrupted() {
        return Internal.interrupts() && interrupted0;
    }

    public static boolean interrupted() {
        return Internal.interrupts() && take(currentThread());
    }

    /** Whether the thread was interrupted; it no longer is. */
    @Atomic
    private static boolean take(Thread thread) {
        boolean was = thread.interrupted0;
        thread.interrupted0 = false;
        return was;
    }

    /**
     * Where a method that throws InterruptedException begins, and where a timed one ends: for
     * models.
     */
    public static void throwIfInterrupted0() throws InterruptedException {
        if (interrupted()) {
            throw new InterruptedException();
        }
    }

    public static boolean holdsLock(Object object) {
        if (object == null) {
            throw new NullPointerException();
        }
        return holdsLock0(object);
    }

    private static native boolean holdsLock0(Object object);
}
