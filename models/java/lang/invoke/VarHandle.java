package java.lang.invoke;

/**
 * Handles of variables. Each variable has a class of its own, which the front end makes
 * (`src/lang/jvm/handles.h`), with the methods that access it.
 */
public abstract class VarHandle {
    VarHandle() {
    }

    // ---- accesses
    public final native @MethodHandle.PolymorphicSignature Object get(Object... args);

    public final native @MethodHandle.PolymorphicSignature void set(Object... args);

    public final native @MethodHandle.PolymorphicSignature Object getVolatile(Object... args);

    public final native @MethodHandle.PolymorphicSignature void setVolatile(Object... args);

    public final native @MethodHandle.PolymorphicSignature void setRelease(Object... args);

    public final native @MethodHandle.PolymorphicSignature boolean compareAndSet(Object... args);

    public final native @MethodHandle.PolymorphicSignature boolean weakCompareAndSet(Object... args);

    public final native @MethodHandle.PolymorphicSignature Object getAndSet(Object... args);

    public final native @MethodHandle.PolymorphicSignature Object getAndAdd(Object... args);

    // ---- fences: nothing is reordered here
    public static void fullFence() {
    }

    public static void acquireFence() {
    }

    public static void releaseFence() {
    }

    public static void loadLoadFence() {
    }

    public static void storeStoreFence() {
    }
}
