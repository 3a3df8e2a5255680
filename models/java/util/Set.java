package java.util;

/** A collection without duplicates. */
public interface Set<E> extends Collection<E> {
    int size();

    boolean isEmpty();

    boolean contains(Object o);

    Iterator<E> iterator();

    Object[] toArray();

    <T> T[] toArray(T[] given);

    boolean add(E e);

    boolean remove(Object o);

    boolean containsAll(Collection<?> others);

    boolean addAll(Collection<? extends E> others);

    boolean retainAll(Collection<?> others);

    boolean removeAll(Collection<?> others);

    void clear();

    boolean equals(Object o);

    int hashCode();

    static <E> Set<E> of() {
        return Fixed.set(new Object[0]);
    }

    static <E> Set<E> of(E e1) {
        return Fixed.set(new Object[] {e1});
    }

    static <E> Set<E> of(E e1, E e2) {
        return Fixed.set(new Object[] {e1, e2});
    }

    static <E> Set<E> of(E e1, E e2, E e3) {
        return Fixed.set(new Object[] {e1, e2, e3});
    }

    static <E> Set<E> of(E e1, E e2, E e3, E e4) {
        return Fixed.set(new Object[] {e1, e2, e3, e4});
    }

    static <E> Set<E> of(E e1, E e2, E e3, E e4, E e5) {
        return Fixed.set(new Object[] {e1, e2, e3, e4, e5});
    }

    static <E> Set<E> of(E e1, E e2, E e3, E e4, E e5, E e6) {
        return Fixed.set(new Object[] {e1, e2, e3, e4, e5, e6});
    }

    static <E> Set<E> of(E e1, E e2, E e3, E e4, E e5, E e6, E e7) {
        return Fixed.set(new Object[] {e1, e2, e3, e4, e5, e6, e7});
    }

    static <E> Set<E> of(E e1, E e2, E e3, E e4, E e5, E e6, E e7, E e8) {
        return Fixed.set(new Object[] {e1, e2, e3, e4, e5, e6, e7, e8});
    }

    static <E> Set<E> of(E e1, E e2, E e3, E e4, E e5, E e6, E e7, E e8, E e9) {
        return Fixed.set(new Object[] {e1, e2, e3, e4, e5, e6, e7, e8, e9});
    }

    static <E> Set<E> of(E e1, E e2, E e3, E e4, E e5, E e6, E e7, E e8, E e9, E e10) {
        return Fixed.set(new Object[] {e1, e2, e3, e4, e5, e6, e7, e8, e9, e10});
    }

    @SafeVarargs
    static <E> Set<E> of(E... elements) {
        return Fixed.set(elements);
    }

    static <E> Set<E> copyOf(Collection<? extends E> others) {
        return Fixed.set(new HashSet<>(others).toArray());
    }
}
