package java.util.concurrent;

import braid.Internal;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableSet;
import java.util.SortedSet;
import java.util.concurrent.Rows.LiveRow;
import java.util.concurrent.Rows.Row;

/**
 * A sorted set for several threads: the keys of a map. Parts of it and its order the other way round
 * are not modelled.
 */
public class ConcurrentSkipListSet<E> extends AbstractSet<E>
        implements NavigableSet<E>, Cloneable, java.io.Serializable {
    private final ConcurrentSkipListMap<E, Object> map;
    /** The keys of a map: nothing can be added. */
    private final boolean isView;

    public ConcurrentSkipListSet() {
        this(new ConcurrentSkipListMap<E, Object>(), false);
    }

    public ConcurrentSkipListSet(Comparator<? super E> comparator) {
        this(new ConcurrentSkipListMap<E, Object>(comparator), false);
    }

    public ConcurrentSkipListSet(Collection<? extends E> c) {
        this();
        addAll(c);
    }

    public ConcurrentSkipListSet(SortedSet<E> s) {
        this(s.comparator());
        addAll(s);
    }

    @SuppressWarnings("unchecked")
    ConcurrentSkipListSet(ConcurrentSkipListMap<E, ?> map, boolean isView) {
        this.map = (ConcurrentSkipListMap<E, Object>) map;
        this.isView = isView;
    }

    public int size() {
        return map.size();
    }

    public boolean isEmpty() {
        return map.isEmpty();
    }

    public boolean contains(Object o) {
        return map.containsKey(o);
    }

    public boolean add(E e) {
        if (isView) {
            throw new UnsupportedOperationException();
        }
        return map.putIfAbsent(e, Boolean.TRUE) == null;
    }

    public boolean remove(Object o) {
        return map.remove(o) != null;
    }

    public void clear() {
        map.clear();
    }

    public Iterator<E> iterator() {
        return map.keys();
    }

    public Object[] toArray() {
        return LiveRow.itemsOf(map.keys());
    }

    public <T> T[] toArray(T[] a) {
        return Row.copy(LiveRow.itemsOf(map.keys()), a);
    }

    public boolean equals(Object o) {
        if (o == this) {
            return true;
        }
        if (!(o instanceof java.util.Set)) {
            return false;
        }
        Collection<?> other = (Collection<?>) o;
        try {
            return containsAll(other) && other.containsAll(this);
        } catch (ClassCastException | NullPointerException e) {
            return false;
        }
    }

    public boolean removeAll(Collection<?> c) {
        boolean removed = false;
        for (Object e : c) {
            if (remove(e)) {
                removed = true;
            }
        }
        return removed;
    }

    public E lower(E e) {
        return map.lowerKey(e);
    }

    public E floor(E e) {
        return map.floorKey(e);
    }

    public E ceiling(E e) {
        return map.ceilingKey(e);
    }

    public E higher(E e) {
        return map.higherKey(e);
    }

    public E pollFirst() {
        Map.Entry<E, Object> first = map.pollFirstEntry();
        return first == null ? null : first.getKey();
    }

    public E pollLast() {
        Map.Entry<E, Object> last = map.pollLastEntry();
        return last == null ? null : last.getKey();
    }

    public Comparator<? super E> comparator() {
        return map.comparator();
    }

    public E first() {
        return map.firstKey();
    }

    public E last() {
        return map.lastKey();
    }

    // ---- not modelled
    private static <T> T absent() {
        Internal.limit("a part of a ConcurrentSkipListSet, its other direction, or its clone");
        return null;
    }

    public ConcurrentSkipListSet<E> clone() {
        return absent();
    }

    public Iterator<E> descendingIterator() {
        return absent();
    }

    public NavigableSet<E> descendingSet() {
        return absent();
    }

    public NavigableSet<E> subSet(E fromElement, boolean fromInclusive, E toElement,
            boolean toInclusive) {
        return absent();
    }

    public NavigableSet<E> headSet(E toElement, boolean inclusive) {
        return absent();
    }

    public NavigableSet<E> tailSet(E fromElement, boolean inclusive) {
        return absent();
    }

    public NavigableSet<E> subSet(E fromElement, E toElement) {
        return absent();
    }

    public NavigableSet<E> headSet(E toElement) {
        return absent();
    }

    public NavigableSet<E> tailSet(E fromElement) {
        return absent();
    }
}
