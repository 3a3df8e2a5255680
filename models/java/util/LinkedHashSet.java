package java.util;

/** A set by hash codes that keeps the order in which its elements came. */
public class LinkedHashSet<E> extends HashSet<E> implements Set<E> {
    public LinkedHashSet(int capacity, float loadFactor) {
        super(new LinkedHashMap<>(capacity, loadFactor));
    }

    public LinkedHashSet(int capacity) {
        super(new LinkedHashMap<>(capacity));
    }

    public LinkedHashSet() {
        super(new LinkedHashMap<>());
    }

    public LinkedHashSet(Collection<? extends E> others) {
        super(new LinkedHashMap<>(Math.max(2 * others.size(), 11)));
        addAll(others);
    }
}
