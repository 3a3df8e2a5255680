package java.util.concurrent;

import java.util.AbstractSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** A set in an array that nobody changes: a list without duplicates. */
public class CopyOnWriteArraySet<E> extends AbstractSet<E> implements java.io.Serializable {
    private final CopyOnWriteArrayList<E> list;

    public CopyOnWriteArraySet() {
        list = new CopyOnWriteArrayList<>();
    }

    public CopyOnWriteArraySet(Collection<? extends E> c) {
        list = new CopyOnWriteArrayList<>();
        list.addAllAbsent(c);
    }

    public int size() {
        return list.size();
    }

    public boolean isEmpty() {
        return list.isEmpty();
    }

    public boolean contains(Object o) {
        return list.contains(o);
    }

    public Object[] toArray() {
        return list.toArray();
    }

    public <T> T[] toArray(T[] a) {
        return list.toArray(a);
    }

    public void clear() {
        list.clear();
    }

    public boolean remove(Object o) {
        return list.remove(o);
    }

    public boolean add(E e) {
        return list.addIfAbsent(e);
    }

    public boolean containsAll(Collection<?> c) {
        return list.containsAll(c);
    }

    public boolean addAll(Collection<? extends E> c) {
        return list.addAllAbsent(c) > 0;
    }

    public boolean removeAll(Collection<?> c) {
        return list.removeAll(c);
    }

    public boolean retainAll(Collection<?> c) {
        return list.retainAll(c);
    }

    public Iterator<E> iterator() {
        return list.iterator();
    }

    /** By equals alone, as hash codes play no part here. */
    public boolean equals(Object o) {
        if (o == this) {
            return true;
        }
        if (!(o instanceof Set)) {
            return false;
        }
        Object[] left = list.toArray();
        int count = left.length;
        for (Object e : (Set<?>) o) {
            int at = 0;
            while (at < count && !(e == null ? left[at] == null : e.equals(left[at]))) {
                at++;
            }
            if (at == count) {
                return false;
            }
            count--;
            left[at] = left[count];
        }
        return count == 0;
    }

    public boolean removeIf(Predicate<? super E> filter) {
        return list.removeIf(filter);
    }

    public void forEach(Consumer<? super E> action) {
        list.forEach(action);
    }
}
