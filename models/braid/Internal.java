package braid;

/** What models cannot say in Java. Not for programs: they have {@link Any}. */
public final class Internal {
    private Internal() {
    }

    /** Text for standard output. */
    public static native void print(String text);

    /** Text and the end of the line for standard output. */
    public static native void println(String text);

    /** Ends the execution of all threads, normally. */
    public static native void exit(int status);

    /** Ends the path: what follows is not modelled. Never returns. */
    public static native void limit(String what);

    /** Whether a thread was ever started. */
    static native boolean hasThreads();

    /** A good place for another thread to go on; no effect on data. */
    public static native void yield();

    /** Any value of the type. */
    public static native boolean anyBoolean();

    public static native byte anyByte();

    public static native short anyShort();

    public static native char anyChar();

    public static native int anyInt();

    public static native long anyLong();

    public static native float anyFloat();

    public static native double anyDouble();

    /** A new string with any text. */
    public static native String anyString();

    /** Ends the path, without a verdict on it, if the condition is false. */
    public static native void assume(boolean condition);

    /** A new array with the class, the length and the elements of an array. */
    public static native Object cloneArray(Object array);

    /** A new object with the class and the fields of an object that is no array; or an array. */
    public static native Object cloneObject(Object object);

    /** A new array with the class of another, all elements null. */
    public static native Object[] newArrayLike(Object[] array, int length);

    public static native int floatToRawIntBits(float value);

    public static native float intBitsToFloat(int bits);

    public static native long doubleToRawLongBits(double value);

    public static native double longBitsToDouble(long bits);

    /** In a method that is {@link Atomic}: the step can be taken only while the condition holds. */
    public static native void await(boolean condition);

    /** Takes the monitor of an object, as `synchronized` does; waits while another thread has it. */
    public static native void lock(Object monitor);

    /**
     * The same, or until a thread, the current one, is interrupted: true, then, and it has not taken
     * the monitor and is no longer interrupted. If it could do both, it may do either.
     */
    public static native boolean lock(Object monitor, Thread current);

    /** Gives the monitor of an object, which this thread has, back once. */
    public static native void unlock(Object monitor);

    /** Takes the monitor if no other thread has it; whether it did. One step. */
    public static native boolean tryLock(Object monitor);

    /** Gives the monitor back once if this thread has it; whether it did. One step. */
    public static native boolean tryUnlock(Object monitor);

    /** Whether no thread has the monitor, not this one either. One step, which orders nothing. */
    public static native boolean isFree(Object monitor);

    /** Whether this thread has the monitor. */
    public static native boolean holds(Object monitor);

    /** As {@link #lock}, but what happened before others gave the monitor back is not ordered. */
    public static native void enter(Object monitor);

    /** As {@link #unlock}, for {@link #enter}. */
    public static native void leave(Object monitor);

    /** Whether threads that wait may go on for no reason (`--spurious`): a constant. */
    public static native boolean spurious();

    /** Whether what may fail for no reason does so here; never without `--spurious`. */
    public static boolean failsSpuriously() {
        return spurious() && anyBoolean();
    }

    /** Whether a class is checked for linearizability: a constant. */
    public static native boolean linearizable();

    /** Whether some code of the program can interrupt a thread: a constant. */
    public static native boolean interrupts();
}
