package java.util.concurrent.atomic;

import java.lang.invoke.VarHandle;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;

/** Updates fields through a handle, which the front end makes for `newUpdater`. */
public abstract class AtomicIntegerFieldUpdater<T> {
    private static final class ByHandle<T> extends AtomicIntegerFieldUpdater<T> {
        private final VarHandle handle;

        ByHandle(VarHandle handle) {
            this.handle = handle;
        }

        private static Object checked(Object obj) {
            if (obj == null) {
                throw new ClassCastException();
            }
            return obj;
        }

        public boolean compareAndSet(T obj, int expect, int update) {
            return handle.compareAndSet(checked(obj), expect, update);
        }

        public boolean weakCompareAndSet(T obj, int expect, int update) {
            return handle.weakCompareAndSet(checked(obj), expect, update);
        }

        public void set(T obj, int newValue) {
            handle.setVolatile(checked(obj), newValue);
        }

        public void lazySet(T obj, int newValue) {
            handle.setRelease(checked(obj), newValue);
        }

        public int get(T obj) {
            return (int) handle.getVolatile(checked(obj));
        }

        public int getAndSet(T obj, int newValue) {
            return (int) handle.getAndSet(checked(obj), newValue);
        }

        public int getAndAdd(T obj, int delta) {
            return (int) handle.getAndAdd(checked(obj), delta);
        }
    }

    protected AtomicIntegerFieldUpdater() {
    }

    public static <U> AtomicIntegerFieldUpdater<U> newUpdater(Class<U> tclass, String fieldName) {
        throw new InternalError();
    }

    /** What `newUpdater` gives, or what is wrong with the field. */
    static AtomicIntegerFieldUpdater<?> of0(VarHandle handle, String wrong, String name) {
        if (wrong.equals("name")) {
            throw new RuntimeException(new NoSuchFieldException(name));
        }
        if (wrong.equals("type")) {
            throw new IllegalArgumentException("Must be integer type");
        }
        if (wrong.equals("volatile")) {
            throw new IllegalArgumentException("Must be volatile type");
        }
        return new ByHandle<>(handle);
    }

    public abstract boolean compareAndSet(T obj, int expect, int update);

    public abstract boolean weakCompareAndSet(T obj, int expect, int update);

    public abstract void set(T obj, int newValue);

    public abstract void lazySet(T obj, int newValue);

    public abstract int get(T obj);

    public int getAndSet(T obj, int newValue) {
        while (true) {
            int before = get(obj);
            if (compareAndSet(obj, before, newValue)) {
                return before;
            }
        }
    }

    public int getAndAdd(T obj, int delta) {
        while (true) {
            int before = get(obj);
            if (compareAndSet(obj, before, before + delta)) {
                return before;
            }
        }
    }

    public int getAndIncrement(T obj) {
        return getAndAdd(obj, 1);
    }

    public int getAndDecrement(T obj) {
        return getAndAdd(obj, -1);
    }

    public int incrementAndGet(T obj) {
        return getAndAdd(obj, 1) + 1;
    }

    public int decrementAndGet(T obj) {
        return getAndAdd(obj, -1) - 1;
    }

    public int addAndGet(T obj, int delta) {
        return getAndAdd(obj, delta) + delta;
    }

    public final int getAndUpdate(T obj, IntUnaryOperator updateFunction) {
        while (true) {
            int before = get(obj);
            if (compareAndSet(obj, before, updateFunction.applyAsInt(before))) {
                return before;
            }
        }
    }

    public final int updateAndGet(T obj, IntUnaryOperator updateFunction) {
        while (true) {
            int before = get(obj);
            int after = updateFunction.applyAsInt(before);
            if (compareAndSet(obj, before, after)) {
                return after;
            }
        }
    }

    public final int getAndAccumulate(T obj, int x, IntBinaryOperator accumulatorFunction) {
        while (true) {
            int before = get(obj);
            if (compareAndSet(obj, before, accumulatorFunction.applyAsInt(before, x))) {
                return before;
            }
        }
    }

    public final int accumulateAndGet(T obj, int x, IntBinaryOperator accumulatorFunction) {
        while (true) {
            int before = get(obj);
            int after = accumulatorFunction.applyAsInt(before, x);
            if (compareAndSet(obj, before, after)) {
                return after;
            }
        }
    }
}
