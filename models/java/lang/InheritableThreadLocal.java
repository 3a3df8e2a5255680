package java.lang;

/** A new thread begins with what the thread that makes it has. */
public class InheritableThreadLocal<T> extends ThreadLocal<T> {
    public InheritableThreadLocal() {
    }

    protected T childValue(T parentValue) {
        return parentValue;
    }

    Entry first(Thread thread) {
        return thread.inheritableLocals0;
    }

    void setFirst(Thread thread, Entry first) {
        thread.inheritableLocals0 = first;
    }

    /** What a new thread begins with. */
    static Entry inherited(Entry from) {
        if (from == null) {
            return null;
        }
        Entry rest = inherited(from.next);
        return new Entry(from.key, valueFor(from.key, from.value), rest);
    }

    @SuppressWarnings("unchecked")
    private static Object valueFor(ThreadLocal<?> key, Object value) {
        return ((InheritableThreadLocal<Object>) key).childValue(value);
    }
}
