package java.lang;

import java.util.function.Supplier;

/** Each thread has a list of what it has, at which nobody else looks. */
public class ThreadLocal<T> {
    static final class Entry {
        final ThreadLocal<?> key;
        Object value;
        Entry next;

        Entry(ThreadLocal<?> key, Object value, Entry next) {
            this.key = key;
            this.value = value;
            this.next = next;
        }
    }

    private static final class Supplied<T> extends ThreadLocal<T> {
        private final Supplier<? extends T> supplier;

        Supplied(Supplier<? extends T> supplier) {
            this.supplier = supplier;
        }

        protected T initialValue() {
            return supplier.get();
        }
    }

    public ThreadLocal() {
    }

    public static <S> ThreadLocal<S> withInitial(Supplier<? extends S> supplier) {
        if (supplier == null) {
            throw new NullPointerException();
        }
        return new Supplied<>(supplier);
    }

    protected T initialValue() {
        return null;
    }

    /** The list of a thread: that of {@link InheritableThreadLocal} is another one. */
    Entry first(Thread thread) {
        return thread.locals0;
    }

    void setFirst(Thread thread, Entry first) {
        thread.locals0 = first;
    }

    private Entry find() {
        Entry at = first(Thread.currentThread());
        while (at != null && at.key != this) {
            at = at.next;
        }
        return at;
    }

    @SuppressWarnings("unchecked")
    public T get() {
        Entry own = find();
        if (own != null) {
            return (T) own.value;
        }
        T value = initialValue();
        set(value);
        return value;
    }

    public void set(T value) {
        Entry own = find();
        if (own != null) {
            own.value = value;
            return;
        }
        Thread current = Thread.currentThread();
        setFirst(current, new Entry(this, value, first(current)));
    }

    public void remove() {
        Thread current = Thread.currentThread();
        Entry before = null;
        for (Entry at = first(current); at != null; at = at.next) {
            if (at.key == this) {
                if (before == null) {
                    setFirst(current, at.next);
                } else {
                    before.next = at.next;
                }
                return;
            }
            before = at;
        }
    }
}
