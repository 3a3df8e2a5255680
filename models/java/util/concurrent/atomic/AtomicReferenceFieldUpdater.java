package java.util.concurrent.atomic;

import java.lang.invoke.VarHandle;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

/** Updates fields through a handle, which the front end makes for `newUpdater`. */
public abstract class AtomicReferenceFieldUpdater<T, V> {
    private static final class ByHandle<T, V> extends AtomicReferenceFieldUpdater<T, V> {
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

        public boolean compareAndSet(T obj, V expect, V update) {
            return handle.compareAndSet(checked(obj), (Object) expect, (Object) update);
        }

        public boolean weakCompareAndSet(T obj, V expect, V update) {
            return handle.weakCompareAndSet(checked(obj), (Object) expect, (Object) update);
        }

        public void set(T obj, V newValue) {
            handle.setVolatile(checked(obj), (Object) newValue);
        }

        public void lazySet(T obj, V newValue) {
            handle.setRelease(checked(obj), (Object) newValue);
        }

        @SuppressWarnings("unchecked")
        public V get(T obj) {
            return (V) (Object) handle.getVolatile(checked(obj));
        }

        @SuppressWarnings("unchecked")
        public V getAndSet(T obj, V newValue) {
            return (V) (Object) handle.getAndSet(checked(obj), (Object) newValue);
        }
    }

    protected AtomicReferenceFieldUpdater() {
    }

    public static <U, W> AtomicReferenceFieldUpdater<U, W> newUpdater(Class<U> tclass, Class<W> vclass,
            String fieldName) {
        throw new InternalError();
    }

    /** What `newUpdater` gives, or what is wrong with the field. */
    static AtomicReferenceFieldUpdater<?, ?> of0(VarHandle handle, String wrong, String name) {
        if (wrong.equals("name")) {
            throw new RuntimeException(new NoSuchFieldException(name));
        }
        if (wrong.equals("type")) {
            throw new ClassCastException();
        }
        if (wrong.equals("volatile")) {
            throw new IllegalArgumentException("Must be volatile type");
        }
        return new ByHandle<>(handle);
    }

    public abstract boolean compareAndSet(T obj, V expect, V update);

    public abstract boolean weakCompareAndSet(T obj, V expect, V update);

    public abstract void set(T obj, V newValue);

    public abstract void lazySet(T obj, V newValue);

    public abstract V get(T obj);

    public V getAndSet(T obj, V newValue) {
        while (true) {
            V before = get(obj);
            if (compareAndSet(obj, before, newValue)) {
                return before;
            }
        }
    }

    public final V getAndUpdate(T obj, UnaryOperator<V> updateFunction) {
        while (true) {
            V before = get(obj);
            if (compareAndSet(obj, before, updateFunction.apply(before))) {
                return before;
            }
        }
    }

    public final V updateAndGet(T obj, UnaryOperator<V> updateFunction) {
        while (true) {
            V before = get(obj);
            V after = updateFunction.apply(before);
            if (compareAndSet(obj, before, after)) {
                return after;
            }
        }
    }

    public final V getAndAccumulate(T obj, V x, BinaryOperator<V> accumulatorFunction) {
        while (true) {
            V before = get(obj);
            if (compareAndSet(obj, before, accumulatorFunction.apply(before, x))) {
                return before;
            }
        }
    }

    public final V accumulateAndGet(T obj, V x, BinaryOperator<V> accumulatorFunction) {
        while (true) {
            V before = get(obj);
            V after = accumulatorFunction.apply(before, x);
            if (compareAndSet(obj, before, after)) {
                return after;
            }
        }
    }
}
