package java.util.concurrent;

import braid.Internal;
import braid.Unraced;
import java.util.AbstractCollection;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableSet;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.Rows.LiveRow;
import java.util.concurrent.Rows.Row;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A sorted map for several threads: one chain in the order of the keys. Who changes it has a lock,
 * which orders nothing; who only looks does not need it, as a change becomes visible by one write.
 * Order between threads comes from values. Functions are called without the lock, as the Javadoc
 * says, and perhaps again. Parts of the map and its order the other way round are not modelled.
 */
public class ConcurrentSkipListMap<K, V> extends AbstractMap<K, V>
        implements ConcurrentNavigableMap<K, V>, Cloneable, java.io.Serializable {
    private static final class Node<K, V> {
        final K key;
        volatile V value;
        @Unraced
        Node<K, V> next;
        @Unraced
        boolean isGone;

        Node(K key) {
            this.key = key;
        }
    }

    private static final class Lock {
    }

    private final Lock lock = new Lock();
    private final Comparator<? super K> order;
    @Unraced
    private Node<K, V> first;
    /** So that others might know it before it gets its value. */
    @Unraced
    private Node<K, V> made;

    public ConcurrentSkipListMap() {
        order = null;
    }

    public ConcurrentSkipListMap(Comparator<? super K> comparator) {
        order = comparator;
    }

    public ConcurrentSkipListMap(Map<? extends K, ? extends V> m) {
        order = null;
        putAll(m);
    }

    public ConcurrentSkipListMap(SortedMap<K, ? extends V> m) {
        order = m.comparator();
        putAll(m);
    }

    @SuppressWarnings("unchecked")
    int compare(Object a, Object b) {
        return order != null ? order.compare((K) a, (K) b)
                : ((Comparable<Object>) a).compareTo(b);
    }

    private static <K, V> Node<K, V> present(Node<K, V> node) {
        Node<K, V> n = node;
        while (n != null && n.isGone) {
            n = n.next;
        }
        return n;
    }

    // ---- looking
    private Node<K, V> find(Object key) {
        Objects.requireNonNull(key);
        for (Node<K, V> n = first; n != null; n = n.next) {
            int sign = compare(key, n.key);
            if (sign == 0) {
                return n;
            }
            if (sign < 0) {
                return null;
            }
        }
        return null;
    }

    /** The last node below a key, or at it; null: none. */
    private Node<K, V> below(Object key, boolean orEqual) {
        Objects.requireNonNull(key);
        Node<K, V> found = null;
        for (Node<K, V> n = first; n != null; n = n.next) {
            int sign = compare(n.key, key);
            if (sign > 0 || sign == 0 && !orEqual) {
                break;
            }
            found = n;
        }
        return found;
    }

    private Node<K, V> above(Object key, boolean orEqual) {
        Objects.requireNonNull(key);
        for (Node<K, V> n = first; n != null; n = n.next) {
            int sign = compare(n.key, key);
            if (sign > 0 || sign == 0 && orEqual) {
                return n;
            }
        }
        return null;
    }

    private Node<K, V> last() {
        Node<K, V> found = null;
        for (Node<K, V> n = first; n != null; n = n.next) {
            found = n;
        }
        return found;
    }

    private static <K, V> Map.Entry<K, V> entry(Node<K, V> node) {
        return node == null ? null
                : new AbstractMap.SimpleImmutableEntry<>(node.key, node.value);
    }

    private static <K, V> K key(Node<K, V> node) {
        if (node == null) {
            return null;
        }
        // The key was put with its first value, or before it.
        Object value = node.value;
        return node.key;
    }

    public V get(Object key) {
        Node<K, V> node = find(key);
        return node == null ? null : node.value;
    }

    public V getOrDefault(Object key, V defaultValue) {
        V value = get(key);
        return value == null ? defaultValue : value;
    }

    public boolean containsKey(Object key) {
        return get(key) != null;
    }

    public boolean containsValue(Object value) {
        Objects.requireNonNull(value);
        for (Node<K, V> n = first; n != null; n = n.next) {
            if (value.equals(n.value)) {
                return true;
            }
        }
        return false;
    }

    /** Counts them one by one. */
    public int size() {
        int count = 0;
        for (Node<K, V> n = present(first); n != null; n = present(n.next)) {
            count++;
        }
        return count;
    }

    public boolean isEmpty() {
        return first == null;
    }

    public Comparator<? super K> comparator() {
        return order;
    }

    public K firstKey() {
        return required(key(first));
    }

    public K lastKey() {
        return required(key(last()));
    }

    private static <K> K required(K key) {
        if (key == null) {
            throw new NoSuchElementException();
        }
        return key;
    }

    public Map.Entry<K, V> firstEntry() {
        return entry(first);
    }

    public Map.Entry<K, V> lastEntry() {
        return entry(last());
    }

    public Map.Entry<K, V> lowerEntry(K key) {
        return entry(below(key, false));
    }

    public K lowerKey(K key) {
        return key(below(key, false));
    }

    public Map.Entry<K, V> floorEntry(K key) {
        return entry(below(key, true));
    }

    public K floorKey(K key) {
        return key(below(key, true));
    }

    public Map.Entry<K, V> ceilingEntry(K key) {
        return entry(above(key, true));
    }

    public K ceilingKey(K key) {
        return key(above(key, true));
    }

    public Map.Entry<K, V> higherEntry(K key) {
        return entry(above(key, false));
    }

    public K higherKey(K key) {
        return key(above(key, false));
    }

    // ---- changing
    private V put(K key, V value, boolean onlyIfAbsent) {
        Objects.requireNonNull(key);
        Objects.requireNonNull(value);
        if (order == null) {
            compare(key, key);
        }
        Internal.enter(lock);
        try {
            Node<K, V> before = null;
            Node<K, V> n = first;
            for (; n != null; n = n.next) {
                int sign = compare(key, n.key);
                if (sign == 0) {
                    V old = n.value;
                    if (!onlyIfAbsent) {
                        n.value = value;
                    }
                    return old;
                }
                if (sign < 0) {
                    break;
                }
                before = n;
            }
            Node<K, V> node = new Node<>(key);
            node.next = n;
            made = node;
            node.value = value;
            if (before == null) {
                first = node;
            } else {
                before.next = node;
            }
            return null;
        } finally {
            Internal.leave(lock);
        }
    }

    private void unlink(Node<K, V> node, Node<K, V> before) {
        if (before == null) {
            first = node.next;
        } else {
            before.next = node.next;
        }
        node.isGone = true;
    }

    /** With a value, or null: only if that is there. Gives null another value, or none. */
    private V exchange(Object key, V to, Object from) {
        Objects.requireNonNull(key);
        Internal.enter(lock);
        try {
            Node<K, V> before = null;
            for (Node<K, V> n = first; n != null; n = n.next) {
                if (compare(key, n.key) == 0) {
                    V old = n.value;
                    if (from != null && !from.equals(old)) {
                        return null;
                    }
                    if (to != null) {
                        n.value = to;
                    } else {
                        unlink(n, before);
                    }
                    return old;
                }
                before = n;
            }
            return null;
        } finally {
            Internal.leave(lock);
        }
    }

    public V put(K key, V value) {
        return put(key, value, false);
    }

    public V putIfAbsent(K key, V value) {
        return put(key, value, true);
    }

    public V remove(Object key) {
        return exchange(key, null, null);
    }

    public boolean remove(Object key, Object value) {
        Objects.requireNonNull(key);
        return value != null && exchange(key, null, value) != null;
    }

    public boolean replace(K key, V oldValue, V newValue) {
        Objects.requireNonNull(oldValue);
        Objects.requireNonNull(newValue);
        return exchange(key, newValue, oldValue) != null;
    }

    public V replace(K key, V value) {
        Objects.requireNonNull(value);
        return exchange(key, value, null);
    }

    public void clear() {
        while (pollFirstEntry() != null) {
        }
    }

    public Map.Entry<K, V> pollFirstEntry() {
        Internal.enter(lock);
        Node<K, V> node = first;
        if (node != null) {
            unlink(node, null);
        }
        Internal.leave(lock);
        return entry(node);
    }

    public Map.Entry<K, V> pollLastEntry() {
        Internal.enter(lock);
        Node<K, V> before = null;
        Node<K, V> node = first;
        while (node != null && node.next != null) {
            before = node;
            node = node.next;
        }
        if (node != null) {
            unlink(node, before);
        }
        Internal.leave(lock);
        return entry(node);
    }

    public V computeIfAbsent(K key, Function<? super K, ? extends V> mappingFunction) {
        Objects.requireNonNull(key);
        Objects.requireNonNull(mappingFunction);
        V value = get(key);
        if (value == null) {
            V made = mappingFunction.apply(key);
            if (made == null) {
                return null;
            }
            value = putIfAbsent(key, made);
            return value == null ? made : value;
        }
        return value;
    }

    public V computeIfPresent(K key,
            BiFunction<? super K, ? super V, ? extends V> remappingFunction) {
        Objects.requireNonNull(key);
        Objects.requireNonNull(remappingFunction);
        for (V old = get(key); old != null; old = get(key)) {
            V value = remappingFunction.apply(key, old);
            if (exchange(key, value, old) != null) {
                return value;
            }
        }
        return null;
    }

    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> remappingFunction) {
        Objects.requireNonNull(key);
        Objects.requireNonNull(remappingFunction);
        while (true) {
            V old = get(key);
            V value = remappingFunction.apply(key, old);
            if (old == null) {
                if (value == null || putIfAbsent(key, value) == null) {
                    return value;
                }
            } else if (exchange(key, value, old) != null) {
                return value;
            }
        }
    }

    public V merge(K key, V value,
            BiFunction<? super V, ? super V, ? extends V> remappingFunction) {
        Objects.requireNonNull(key);
        Objects.requireNonNull(value);
        Objects.requireNonNull(remappingFunction);
        while (true) {
            V old = get(key);
            if (old == null) {
                if (putIfAbsent(key, value) == null) {
                    return value;
                }
            } else {
                V merged = remappingFunction.apply(old, value);
                if (exchange(key, merged, old) != null) {
                    return merged;
                }
            }
        }
    }

    public void forEach(BiConsumer<? super K, ? super V> action) {
        Objects.requireNonNull(action);
        for (Node<K, V> n = present(first); n != null; n = present(n.next)) {
            action.accept(n.key, n.value);
        }
    }

    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        for (Node<K, V> n = present(first); n != null; n = present(n.next)) {
            V old = n.value;
            do {
                V value = Objects.requireNonNull(function.apply(n.key, old));
                if (exchange(n.key, value, old) != null) {
                    break;
                }
                old = get(n.key);
            } while (old != null);
        }
    }

    public boolean equals(Object o) {
        if (o == this) {
            return true;
        }
        if (!(o instanceof Map)) {
            return false;
        }
        Map<?, ?> other = (Map<?, ?>) o;
        if (other.size() != size()) {
            return false;
        }
        try {
            for (Map.Entry<K, V> e : entrySet()) {
                if (!e.getValue().equals(other.get(e.getKey()))) {
                    return false;
                }
            }
            return true;
        } catch (ClassCastException | NullPointerException e) {
            return false;
        }
    }

    // ---- walking
    /** One node ahead of what was asked for. */
    private abstract static class Walk<K, V> {
        private final ConcurrentSkipListMap<K, V> map;
        Node<K, V> next;
        V value;
        private Node<K, V> last;

        Walk(ConcurrentSkipListMap<K, V> map) {
            this.map = map;
            advance(map.first);
        }

        private void advance(Node<K, V> from) {
            next = present(from);
            value = next == null ? null : next.value;
        }

        final Node<K, V> nextNode() {
            if (next == null) {
                throw new NoSuchElementException();
            }
            last = next;
            advance(next.next);
            return last;
        }

        public final boolean hasNext() {
            return next != null;
        }

        public final void remove() {
            if (last == null) {
                throw new IllegalStateException();
            }
            map.remove(last.key);
            last = null;
        }
    }

    private static final class KeyWalk<K, V> extends Walk<K, V> implements Iterator<K> {
        KeyWalk(ConcurrentSkipListMap<K, V> map) {
            super(map);
        }

        public K next() {
            return nextNode().key;
        }
    }

    private static final class ValueWalk<K, V> extends Walk<K, V> implements Iterator<V> {
        ValueWalk(ConcurrentSkipListMap<K, V> map) {
            super(map);
        }

        public V next() {
            V now = value;
            nextNode();
            return now;
        }
    }

    private static final class EntryWalk<K, V> extends Walk<K, V>
            implements Iterator<Map.Entry<K, V>> {
        EntryWalk(ConcurrentSkipListMap<K, V> map) {
            super(map);
        }

        public Map.Entry<K, V> next() {
            V now = value;
            return new AbstractMap.SimpleImmutableEntry<>(nextNode().key, now);
        }
    }

    Iterator<K> keys() {
        return new KeyWalk<>(this);
    }

    public Collection<V> values() {
        return new Values<>(this);
    }

    public Set<Map.Entry<K, V>> entrySet() {
        return new Entries<>(this);
    }

    private static final class Values<K, V> extends AbstractCollection<V> {
        private final ConcurrentSkipListMap<K, V> map;

        Values(ConcurrentSkipListMap<K, V> map) {
            this.map = map;
        }

        public Iterator<V> iterator() {
            return new ValueWalk<>(map);
        }

        public int size() {
            return map.size();
        }

        public boolean isEmpty() {
            return map.isEmpty();
        }

        public boolean contains(Object o) {
            return map.containsValue(o);
        }

        public void clear() {
            map.clear();
        }

        public Object[] toArray() {
            return LiveRow.itemsOf(iterator());
        }

        public <T> T[] toArray(T[] a) {
            return Row.copy(LiveRow.itemsOf(iterator()), a);
        }
    }

    private static final class Entries<K, V> extends AbstractSet<Map.Entry<K, V>> {
        private final ConcurrentSkipListMap<K, V> map;

        Entries(ConcurrentSkipListMap<K, V> map) {
            this.map = map;
        }

        public Iterator<Map.Entry<K, V>> iterator() {
            return new EntryWalk<>(map);
        }

        public int size() {
            return map.size();
        }

        public boolean isEmpty() {
            return map.isEmpty();
        }

        public boolean contains(Object o) {
            if (!(o instanceof Map.Entry)) {
                return false;
            }
            Map.Entry<?, ?> e = (Map.Entry<?, ?>) o;
            V value = map.get(e.getKey());
            return value != null && value.equals(e.getValue());
        }

        public boolean remove(Object o) {
            if (!(o instanceof Map.Entry)) {
                return false;
            }
            Map.Entry<?, ?> e = (Map.Entry<?, ?>) o;
            return map.remove(e.getKey(), e.getValue());
        }

        public void clear() {
            map.clear();
        }

        public Object[] toArray() {
            return LiveRow.itemsOf(iterator());
        }

        public <T> T[] toArray(T[] a) {
            return Row.copy(LiveRow.itemsOf(iterator()), a);
        }
    }

    public NavigableSet<K> keySet() {
        return new ConcurrentSkipListSet<>(this, true);
    }

    public NavigableSet<K> navigableKeySet() {
        return keySet();
    }

    // ---- not modelled
    private static <T> T absent() {
        Internal.limit("a part of a ConcurrentSkipListMap, its other direction, or its clone");
        return null;
    }

    public ConcurrentSkipListMap<K, V> clone() {
        return absent();
    }

    public ConcurrentNavigableMap<K, V> descendingMap() {
        return absent();
    }

    public NavigableSet<K> descendingKeySet() {
        return absent();
    }

    public ConcurrentNavigableMap<K, V> subMap(K fromKey, boolean fromInclusive, K toKey,
            boolean toInclusive) {
        return absent();
    }

    public ConcurrentNavigableMap<K, V> headMap(K toKey, boolean inclusive) {
        return absent();
    }

    public ConcurrentNavigableMap<K, V> tailMap(K fromKey, boolean inclusive) {
        return absent();
    }

    public ConcurrentNavigableMap<K, V> subMap(K fromKey, K toKey) {
        return absent();
    }

    public ConcurrentNavigableMap<K, V> headMap(K toKey) {
        return absent();
    }

    public ConcurrentNavigableMap<K, V> tailMap(K fromKey) {
        return absent();
    }
}
