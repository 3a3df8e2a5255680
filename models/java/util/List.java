package java.util;

import java.util.function.UnaryOperator;

/** A sequence. */
public interface List<E> extends Collection<E> {
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

    boolean addAll(int index, Collection<? extends E> others);

    boolean removeAll(Collection<?> others);

    boolean retainAll(Collection<?> others);

    default void replaceAll(UnaryOperator<E> operator) {
        Objects.requireNonNull(operator);
        ListIterator<E> all = listIterator();
        while (all.hasNext()) {
            all.set(operator.apply(all.next()));
        }
    }

    @SuppressWarnings("unchecked")
    default void sort(Comparator<? super E> order) {
        Object[] sorted = toArray();
        Sorting.sort(sorted, sorted.length, order);
        ListIterator<E> all = listIterator();
        for (Object e : sorted) {
            all.next();
            all.set((E) e);
        }
    }

    void clear();

    boolean equals(Object o);

    int hashCode();

    E get(int index);

    E set(int index, E element);

    void add(int index, E element);

    E remove(int index);

    int indexOf(Object o);

    int lastIndexOf(Object o);

    ListIterator<E> listIterator();

    ListIterator<E> listIterator(int index);

    List<E> subList(int from, int to);

    static <E> List<E> of() {
        return Fixed.list(new Object[0]);
    }

    static <E> List<E> of(E e1) {
        return Fixed.list(new Object[] {e1});
    }

    static <E> List<E> of(E e1, E e2) {
        return Fixed.list(new Object[] {e1, e2});
    }

    static <E> List<E> of(E e1, E e2, E e3) {
        return Fixed.list(new Object[] {e1, e2, e3});
    }

    static <E> List<E> of(E e1, E e2, E e3, E e4) {
        return Fixed.list(new Object[] {e1, e2, e3, e4});
    }

    static <E> List<E> of(E e1, E e2, E e3, E e4, E e5) {
        return Fixed.list(new Object[] {e1, e2, e3, e4, e5});
    }

    static <E> List<E> of(E e1, E e2, E e3, E e4, E e5, E e6) {
        return Fixed.list(new Object[] {e1, e2, e3, e4, e5, e6});
    }

    static <E> List<E> of(E e1, E e2, E e3, E e4, E e5, E e6, E e7) {
        return Fixed.list(new Object[] {e1, e2, e3, e4, e5, e6, e7});
    }

    static <E> List<E> of(E e1, E e2, E e3, E e4, E e5, E e6, E e7, E e8) {
        return Fixed.list(new Object[] {e1, e2, e3, e4, e5, e6, e7, e8});
    }

    static <E> List<E> of(E e1, E e2, E e3, E e4, E e5, E e6, E e7, E e8, E e9) {
        return Fixed.list(new Object[] {e1, e2, e3, e4, e5, e6, e7, e8, e9});
    }

    static <E> List<E> of(E e1, E e2, E e3, E e4, E e5, E e6, E e7, E e8, E e9, E e10) {
        return Fixed.list(new Object[] {e1, e2, e3, e4, e5, e6, e7, e8, e9, e10});
    }

    @SafeVarargs
    static <E> List<E> of(E... elements) {
        return Fixed.list(elements);
    }

    static <E> List<E> copyOf(Collection<? extends E> others) {
        return Fixed.list(others.toArray());
    }
}
