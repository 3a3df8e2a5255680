package java.util.concurrent.atomic;

import java.lang.invoke.VarHandle;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

/** Updates fields through a handle, which the front end makes for `newUpdater`. */
public abstract class AtomicLongFieldUpdater<T> {
    private static final class ByHandle<T> extends AtomicLongFieldUpdater<T> {
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

        public boolean compareAndSet(T obj, long expect, long update) {
            return handle.compareAndSet(checked(obj), expect, update);
        }

        public boolean weakCompareAndSet(T obj, long expect, long update) {
            return handle.weakCompareAndSet(checked(obj), expect, update);
        }

        public void set(T obj, long newValue) {
            handle.setVolatile(checked(obj), newValue);
        }

        public void lazySet(T obj, long newValue) {
            handle.setRelease(checked(obj), newValue);
        }

        public long get(T obj) {
            return (long) handle.getVolatile(checked(obj));
        }

        public long getAndSet(T obj, long newValue) {
            return (long) handle.getAndSet(checked(obj), newValue);
        }

        public long getAndAdd(T obj, long delta) {
            return (long) handle.getAndAdd(checked(obj), delta);
        }
    }

    protected AtomicLongFieldUpdater() {
    }

    public static <U> AtomicLongFieldUpdater<U> newUpdater(Class<U> tclass, String fieldName) {
        throw new InternalError();
    }

    /** What `newUpdater` gives, or what is wrong with the field. */
    static AtomicLongFieldUpdater<?> of0(VarHandle handle, String wrong, String name) {
        if (wrong.equals("name")) {
            throw new RuntimeException(new NoSuchFieldException(name));
        }
        if (wrong.equals("type")) {
            throw new IllegalArgumentException("Must be long type");
        }
        if (wrong.equals("volatile")) {
            throw new IllegalArgumentException("Must be volatile type");
        }
        return new ByHandle<>(handle);
    }

    public abstract boolean compareAndSet(T obj, long expect, long update);

    public abstract boolean weakCompareAndSet(T obj, long expect, long update);

    public abstract void set(T obj, long newValue);

    public abstract void lazySet(T obj, long newValue);

    public abstract long get(T obj);

    public long getAndSet(T obj, long newValue) {
        while (true) {
            long before = get(obj);
            if (compareAndSet(obj, before, newValue)) {
                return before;
            }
        }
    }

    public long getAndAdd(T obj, long delta) {
        while (true) {
            long before = get(obj);
            if (compareAndSet(obj, before, before + delta)) {
                return before;
            }
        }
    }

    public long getAndIncrement(T obj) {
        return getAndAdd(obj, 1);
    }

    public long getAndDecrement(T obj) {
        return getAndAdd(obj, -1);
    }

    public long incrementAndGet(T obj) {
        return getAndAdd(obj, 1) + 1;
    }

    public long decrementAndGet(T obj) {
        return getAndAdd(obj, -1) - 1;
    }

    public long addAndGet(T obj, long delta) {
        return getAndAdd(obj, delta) + delta;
    }

    public final long getAndUpdate(T obj, LongUnaryOperator updateFunction) {
        while (true) {
            long before = get(obj);
            if (compareAndSet(obj, before, updateFunction.applyAsLong(before))) {
                return before;
            }
        }
    }

    public final long updateAndGet(T obj, LongUnaryOperator updateFunction) {
        while (true) {
            long before = get(obj);
            long after = updateFunction.applyAsLong(before);
            if (compareAndSet(obj, before, after)) {
                return after;
            }
        }
    }

    public final long getAndAccumulate(T obj, long x, LongBinaryOperator accumulatorFunction) {
        while (true) {
            long before = get(obj);
            if (compareAndSet(obj, before, accumulatorFunction.applyAsLong(before, x))) {
                return before;
            }
        }
    }

    public final long accumulateAndGet(T obj, long x, LongBinaryOperator accumulatorFunction) {
        while (true) {
            long before = get(obj);
            long after = accumulatorFunction.applyAsLong(before, x);
            if (compareAndSet(obj, before, after)) {
                return after;
            }
        }
    }
}
