package java.util.concurrent;

import braid.Atomic;
import braid.Internal;
import braid.Unraced;
import java.util.AbstractMap;
import java.util.Collection;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Rows.LiveRow;
import java.util.concurrent.Rows.Row;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.function.Predicate;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntBiFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongBiFunction;
import java.util.function.ToLongFunction;

/**
 * A map by hash codes for several threads. There are as many chains as OpenJDK's table has places at
 * first, and one for keys whose hash codes need not be known as long as nobody asks for the order.
 * Who changes a chain has its lock, which orders nothing; who only looks does not need it, as a change
 * becomes visible by one write. Order between threads comes from values: who finds one comes after
 * who put it there.
 *
 * The chains stay when OpenJDK's table would grow; only the order in which entries are walked
 * through follows it. `size` adds up the chains one after the other, so that it may be a number
 * that was never true while other threads change the map; that a change is counted after it can be
 * seen is followed for who looks without the lock. A function is called with the lock of its chain;
 * as the Javadoc says, others may have to wait for it. One that changes the same chain ends the path,
 * except where OpenJDK finds it out.
 */
public class ConcurrentHashMap<K, V> extends AbstractMap<K, V>
        implements ConcurrentMap<K, V>, java.io.Serializable {
    private static final int MOST = 1 << 30;

    private static final class Node<K, V> {
        final int hash;
        final K key;
        volatile V value;
        @Unraced
        Node<K, V> next;

        Node(int hash, K key) {
            this.hash = hash;
            this.key = key;
        }
    }

    /** A chain, in the order in which its keys came, and its lock. */
    private static final class Chain<K, V> {
        private static final int NO_FUNCTION = 0;
        private static final int FUNCTION = 1;
        /** For what will be the only key. */
        private static final int FIRST_FUNCTION = 2;

        @Unraced
        Node<K, V> first;
        /** So that others might know it before it gets its value. */
        @Unraced
        Node<K, V> made;
        /** Whether a function runs with the lock. */
        @Unraced
        int function;
        /** How many keys were ever inserted, and removed. */
        @Unraced
        int inserted;
        @Unraced
        int removed;
        /** The chain was so long once that OpenJDK's table might have grown for it. */
        @Unraced
        boolean wasLong;
        /** For keys that may have one place in OpenJDK's table, or several. */
        private final boolean isForOthers;

        Chain(boolean isForOthers) {
            this.isForOthers = isForOthers;
        }

        Node<K, V> find(int hash, Object key) {
            for (Node<K, V> n = first; n != null; n = n.next) {
                if (n.hash == hash && (n.key == key || key.equals(n.key))) {
                    return n;
                }
            }
            return null;
        }

        /** The lock, for who changes something. */
        void enter() {
            Internal.enter(this);
            if (function == FUNCTION) {
                Internal.limit("a function of a ConcurrentHashMap that changes the same map");
            }
            if (function == FIRST_FUNCTION) {
                Internal.leave(this);
                throw new IllegalStateException("Recursive update");
            }
        }

        void leave() {
            Internal.leave(this);
        }

        void begin() {
            function = first == null && !isForOthers ? FIRST_FUNCTION : FUNCTION;
        }

        void end() {
            function = NO_FUNCTION;
        }

        /** The mask tells which hash codes have one place in OpenJDK's table. */
        void insert(int hash, K key, V value, int mask) {
            Node<K, V> node = new Node<>(hash, key);
            made = node;
            node.value = value;
            Node<K, V> last = first;
            if (last == null) {
                first = node;
            } else {
                int before = 1;
                for (Node<K, V> n = last.next; n != null; n = n.next) {
                    last = n;
                    before++;
                }
                last.next = node;
                if (before >= 8 && countBefore(node, mask) >= 8) {
                    wasLong = true;
                }
            }
            inserted = inserted + 1;
        }

        private int countBefore(Node<K, V> node, int mask) {
            int count = 0;
            for (Node<K, V> n = first; n != node; n = n.next) {
                if (((n.hash ^ node.hash) & mask) == 0) {
                    count++;
                }
            }
            return count;
        }

        void unlink(Node<K, V> node) {
            Node<K, V> before = null;
            for (Node<K, V> n = first; n != node; n = n.next) {
                before = n;
            }
            if (before == null) {
                first = node.next;
            } else {
                before.next = node.next;
            }
            removed = removed + 1;
        }

        @Atomic("opaque")
        int count() {
            return inserted - removed;
        }
    }

    /** The last one is for keys whose hash codes may be any numbers, as those of objects are. */
    private final Chain<K, V>[] chains;
    /** The size of OpenJDK's table at first, and what it has at least now. */
    private final int firstCapacity;
    @Unraced
    private int capacity;

    public ConcurrentHashMap() {
        this(16, true);
    }

    public ConcurrentHashMap(int initialCapacity) {
        this(initialCapacity, 0.75f, 1);
    }

    public ConcurrentHashMap(Map<? extends K, ? extends V> m) {
        this(16, true);
        putAll(m);
    }

    public ConcurrentHashMap(int initialCapacity, float loadFactor) {
        this(initialCapacity, loadFactor, 1);
    }

    public ConcurrentHashMap(int initialCapacity, float loadFactor, int concurrencyLevel) {
        this(firstCapacity(initialCapacity, loadFactor, concurrencyLevel), true);
    }

    @SuppressWarnings("unchecked")
    private ConcurrentHashMap(int capacity, boolean isPower) {
        this.firstCapacity = capacity;
        this.capacity = capacity;
        this.chains = (Chain<K, V>[]) new Chain<?, ?>[Math.min(capacity, 16) + 1];
        for (int i = 0; i < chains.length; i++) {
            chains[i] = new Chain<>(i == chains.length - 1);
        }
    }

    private static int firstCapacity(int initialCapacity, float loadFactor, int concurrencyLevel) {
        if (!(loadFactor > 0.0f) || initialCapacity < 0 || concurrencyLevel <= 0) {
            throw new IllegalArgumentException();
        }
        int expected = Math.max(initialCapacity, concurrencyLevel);
        long size = (long) (1.0 + (long) expected / loadFactor);
        return powerOfTwo(size >= MOST ? MOST : (int) size);
    }

    private static int powerOfTwo(int atLeast) {
        int result = 1;
        while (result < atLeast && result < MOST) {
            result <<= 1;
        }
        return result;
    }

    private static int spread(Object key) {
        int hash = key.hashCode();
        return (hash ^ (hash >>> 16)) & 0x7fffffff;
    }

    private static boolean hasOwnHash(Object key) {
        return !(key instanceof String || key instanceof Integer || key instanceof Long
                || key instanceof Character || key instanceof Boolean || key instanceof Short
                || key instanceof Byte);
    }

    private Chain<K, V> others() {
        return chains[chains.length - 1];
    }

    private Chain<K, V> chain(Object key, int hash) {
        return hasOwnHash(key) ? others() : chains[hash & chains.length - 2];
    }

    private Node<K, V> find(Object key) {
        int hash = spread(key);
        return chain(key, hash).find(hash, key);
    }

    // ---- the order of OpenJDK
    /** A table of this size, with so many keys: the size it has then. */
    private static int grown(int capacity, long keys) {
        while (keys >= capacity - (capacity >>> 2) && capacity < MOST) {
            capacity <<= 1;
        }
        return capacity;
    }

    /** The size that OpenJDK's table has now. */
    private int tableSize() {
        int least = capacity;
        long inserted = 0;
        long removed = 0;
        boolean wasLong = false;
        for (int i = 0; i < chains.length; i++) {
            inserted += chains[i].inserted;
            removed += chains[i].removed;
            wasLong |= chains[i].wasLong;
        }
        int size = grown(least, inserted);
        if (wasLong || removed != 0 && size != grown(least, inserted - removed)) {
            Internal.limit("the order of a ConcurrentHashMap that may have grown");
        }
        return size;
    }

    /** Before many keys are put. */
    private void expect(int keys) {
        int most = keys >= MOST >>> 1 ? MOST : powerOfTwo(keys + (keys >>> 1) + 1);
        int now = capacity;
        int size = now;
        while (size - (size >>> 2) < most && size < MOST) {
            size <<= 1;
        }
        if (size != now) {
            capacity = size;
        }
    }

    /** Goes through the keys while they may change, one ahead of what was asked for. */
    private abstract static class Walk<K, V> {
        private final ConcurrentHashMap<K, V> map;
        private final int size;
        private int index;
        private boolean isAmongOthers = true;
        Node<K, V> next;
        private Node<K, V> last;

        Walk(ConcurrentHashMap<K, V> map) {
            this.map = map;
            this.size = map.tableSize();
            this.index = -1;
            advance(null);
        }

        private void advance(Node<K, V> from) {
            Node<K, V> n = from;
            while (true) {
                for (; n != null; n = n.next) {
                    if ((n.hash & size - 1) == index) {
                        next = n;
                        return;
                    }
                }
                if (!isAmongOthers) {
                    isAmongOthers = true;
                    n = map.others().first;
                } else if (++index < size) {
                    isAmongOthers = false;
                    n = map.chains[index & map.chains.length - 2].first;
                } else {
                    next = null;
                    return;
                }
            }
        }

        final Node<K, V> nextNode() {
            Node<K, V> now = next;
            if (now == null) {
                throw new NoSuchElementException();
            }
            last = now;
            int before = index;
            boolean wasAmongOthers = isAmongOthers;
            advance(now.next);
            if (next != null && index == before
                    && (size != map.firstCapacity || isAmongOthers != wasAmongOthers)) {
                Internal.limit("the order of two keys of a ConcurrentHashMap in one place, which has "
                        + "grown, or keys of several kinds");
            }
            return now;
        }

        public final boolean hasNext() {
            return next != null;
        }

        public final boolean hasMoreElements() {
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

    private static final class KeyWalk<K, V> extends Walk<K, V>
            implements Iterator<K>, Enumeration<K> {
        KeyWalk(ConcurrentHashMap<K, V> map) {
            super(map);
        }

        public K next() {
            Node<K, V> node = nextNode();
            // The key was put with its first value, or before it.
            Object value = node.value;
            return node.key;
        }

        public K nextElement() {
            return next();
        }
    }

    private static final class ValueWalk<K, V> extends Walk<K, V>
            implements Iterator<V>, Enumeration<V> {
        private V value;

        ValueWalk(ConcurrentHashMap<K, V> map) {
            super(map);
            value = next == null ? null : next.value;
        }

        public V next() {
            V now = value;
            nextNode();
            value = next == null ? null : next.value;
            return now;
        }

        public V nextElement() {
            return next();
        }
    }

    private static final class EntryWalk<K, V> extends Walk<K, V>
            implements Iterator<Map.Entry<K, V>> {
        private final ConcurrentHashMap<K, V> map;
        private V value;

        EntryWalk(ConcurrentHashMap<K, V> map) {
            super(map);
            this.map = map;
            value = next == null ? null : next.value;
        }

        public Map.Entry<K, V> next() {
            V now = value;
            Node<K, V> node = nextNode();
            value = next == null ? null : next.value;
            return new MapEntry<>(node.key, now, map);
        }
    }

    /** What an iterator gives: it keeps the value that it saw. */
    private static final class MapEntry<K, V> implements Map.Entry<K, V> {
        private final K key;
        private V value;
        private final ConcurrentHashMap<K, V> map;

        MapEntry(K key, V value, ConcurrentHashMap<K, V> map) {
            this.key = key;
            this.value = value;
            this.map = map;
        }

        public K getKey() {
            return key;
        }

        public V getValue() {
            return value;
        }

        public V setValue(V value) {
            if (value == null) {
                throw new NullPointerException();
            }
            V old = this.value;
            this.value = value;
            map.put(key, value);
            return old;
        }

        public int hashCode() {
            return key.hashCode() ^ value.hashCode();
        }

        public boolean equals(Object o) {
            if (!(o instanceof Map.Entry)) {
                return false;
            }
            Map.Entry<?, ?> other = (Map.Entry<?, ?>) o;
            return key.equals(other.getKey()) && value.equals(other.getValue());
        }

        public String toString() {
            return String.valueOf(key).concat("=").concat(String.valueOf(value));
        }
    }

    // ---- looking
    public int size() {
        long count = mappingCount();
        return count > Integer.MAX_VALUE ? Integer.MAX_VALUE : (int) count;
    }

    public boolean isEmpty() {
        return mappingCount() == 0;
    }

    public long mappingCount() {
        long count = 0;
        for (int i = 0; i < chains.length; i++) {
            count += chains[i].count();
        }
        return count < 0 ? 0 : count;
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
        if (value == null) {
            throw new NullPointerException();
        }
        for (int i = 0; i < chains.length; i++) {
            for (Node<K, V> n = chains[i].first; n != null; n = n.next) {
                V v = n.value;
                if (v == value || value.equals(v)) {
                    return true;
                }
            }
        }
        return false;
    }

    public boolean contains(Object value) {
        return containsValue(value);
    }

    // ---- changing
    public V put(K key, V value) {
        return put(key, value, false);
    }

    public V putIfAbsent(K key, V value) {
        return put(key, value, true);
    }

    private V put(K key, V value, boolean onlyIfAbsent) {
        if (key == null || value == null) {
            throw new NullPointerException();
        }
        int hash = spread(key);
        Chain<K, V> chain = chain(key, hash);
        chain.enter();
        try {
            Node<K, V> node = chain.find(hash, key);
            if (node == null) {
                chain.insert(hash, key, value, capacity - 1);
                return null;
            }
            V old = node.value;
            if (!onlyIfAbsent) {
                node.value = value;
            }
            return old;
        } finally {
            chain.leave();
        }
    }

    public void putAll(Map<? extends K, ? extends V> m) {
        expect(m.size());
        for (Map.Entry<? extends K, ? extends V> e : m.entrySet()) {
            put(e.getKey(), e.getValue());
        }
    }

    /** With a value, or null: only if that is there. Gives null another value, or none. */
    private V exchange(Object key, V to, Object from) {
        int hash = spread(key);
        Chain<K, V> chain = chain(key, hash);
        chain.enter();
        try {
            Node<K, V> node = chain.find(hash, key);
            if (node == null) {
                return null;
            }
            V old = node.value;
            if (from != null && from != old && !from.equals(old)) {
                return null;
            }
            if (to != null) {
                node.value = to;
            } else {
                chain.unlink(node);
            }
            return old;
        } finally {
            chain.leave();
        }
    }

    public V remove(Object key) {
        return exchange(key, null, null);
    }

    public boolean remove(Object key, Object value) {
        if (key == null) {
            throw new NullPointerException();
        }
        return value != null && exchange(key, null, value) != null;
    }

    public boolean replace(K key, V oldValue, V newValue) {
        if (key == null || oldValue == null || newValue == null) {
            throw new NullPointerException();
        }
        return exchange(key, newValue, oldValue) != null;
    }

    public V replace(K key, V value) {
        if (key == null || value == null) {
            throw new NullPointerException();
        }
        return exchange(key, value, null);
    }

    /** Chain by chain. */
    public void clear() {
        for (int i = 0; i < chains.length; i++) {
            Chain<K, V> chain = chains[i];
            chain.enter();
            while (chain.first != null) {
                chain.unlink(chain.first);
            }
            chain.leave();
        }
    }

    public V computeIfAbsent(K key, Function<? super K, ? extends V> mappingFunction) {
        if (key == null || mappingFunction == null) {
            throw new NullPointerException();
        }
        int hash = spread(key);
        Chain<K, V> chain = chain(key, hash);
        chain.enter();
        try {
            Node<K, V> node = chain.find(hash, key);
            if (node != null) {
                return node.value;
            }
            chain.begin();
            V value = mappingFunction.apply(key);
            if (value != null) {
                chain.insert(hash, key, value, capacity - 1);
            }
            return value;
        } finally {
            chain.end();
            chain.leave();
        }
    }

    public V computeIfPresent(K key,
            BiFunction<? super K, ? super V, ? extends V> remappingFunction) {
        if (key == null || remappingFunction == null) {
            throw new NullPointerException();
        }
        int hash = spread(key);
        Chain<K, V> chain = chain(key, hash);
        chain.enter();
        try {
            Node<K, V> node = chain.find(hash, key);
            if (node == null) {
                return null;
            }
            chain.begin();
            V value = remappingFunction.apply(key, node.value);
            if (value != null) {
                node.value = value;
            } else {
                chain.unlink(node);
            }
            return value;
        } finally {
            chain.end();
            chain.leave();
        }
    }

    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> remappingFunction) {
        if (key == null || remappingFunction == null) {
            throw new NullPointerException();
        }
        int hash = spread(key);
        Chain<K, V> chain = chain(key, hash);
        chain.enter();
        try {
            Node<K, V> node = chain.find(hash, key);
            chain.begin();
            V value = remappingFunction.apply(key, node == null ? null : node.value);
            if (node == null) {
                if (value != null) {
                    chain.insert(hash, key, value, capacity - 1);
                }
            } else if (value != null) {
                node.value = value;
            } else {
                chain.unlink(node);
            }
            return value;
        } finally {
            chain.end();
            chain.leave();
        }
    }

    public V merge(K key, V value,
            BiFunction<? super V, ? super V, ? extends V> remappingFunction) {
        if (key == null || value == null || remappingFunction == null) {
            throw new NullPointerException();
        }
        int hash = spread(key);
        Chain<K, V> chain = chain(key, hash);
        chain.enter();
        try {
            Node<K, V> node = chain.find(hash, key);
            if (node == null) {
                chain.insert(hash, key, value, capacity - 1);
                return value;
            }
            chain.begin();
            V merged = remappingFunction.apply(node.value, value);
            if (merged != null) {
                node.value = merged;
            } else {
                chain.unlink(node);
            }
            return merged;
        } finally {
            chain.end();
            chain.leave();
        }
    }

    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        if (function == null) {
            throw new NullPointerException();
        }
        KeyWalk<K, V> all = new KeyWalk<>(this);
        while (all.next != null) {
            Node<K, V> node = all.nextNode();
            V old = node.value;
            while (true) {
                V value = function.apply(node.key, old);
                if (value == null) {
                    throw new NullPointerException();
                }
                if (exchange(node.key, value, old) != null) {
                    break;
                }
                old = get(node.key);
                if (old == null) {
                    break;
                }
            }
        }
    }

    // ---- all together
    public void forEach(BiConsumer<? super K, ? super V> action) {
        if (action == null) {
            throw new NullPointerException();
        }
        KeyWalk<K, V> all = new KeyWalk<>(this);
        while (all.next != null) {
            Node<K, V> node = all.nextNode();
            action.accept(node.key, node.value);
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
        for (Map.Entry<K, V> e : entrySet()) {
            Object value = other.get(e.getKey());
            if (value == null || value != e.getValue() && !value.equals(e.getValue())) {
                return false;
            }
        }
        for (Map.Entry<?, ?> e : other.entrySet()) {
            Object value = e.getValue();
            if (e.getKey() == null || value == null) {
                return false;
            }
            Object own = get(e.getKey());
            if (own == null || value != own && !value.equals(own)) {
                return false;
            }
        }
        return true;
    }

    protected Object clone() throws CloneNotSupportedException {
        throw new CloneNotSupportedException(getClass().getName());
    }

    // ---- views
    public KeySetView<K, V> keySet() {
        return new KeySetView<>(this, null);
    }

    public KeySetView<K, V> keySet(V mappedValue) {
        if (mappedValue == null) {
            throw new NullPointerException();
        }
        return new KeySetView<>(this, mappedValue);
    }

    public static <T> KeySetView<T, Boolean> newKeySet() {
        return new KeySetView<>(new ConcurrentHashMap<>(), Boolean.TRUE);
    }

    public static <T> KeySetView<T, Boolean> newKeySet(int initialCapacity) {
        return new KeySetView<>(new ConcurrentHashMap<>(initialCapacity), Boolean.TRUE);
    }

    public Collection<V> values() {
        return new ValuesView<>(this);
    }

    public Set<Map.Entry<K, V>> entrySet() {
        return new EntrySetView<>(this);
    }

    public Enumeration<K> keys() {
        return new KeyWalk<>(this);
    }

    public Enumeration<V> elements() {
        return new ValueWalk<>(this);
    }

    abstract static class CollectionView<K, V, E> implements Collection<E>, java.io.Serializable {
        final ConcurrentHashMap<K, V> map;

        CollectionView(ConcurrentHashMap<K, V> map) {
            this.map = map;
        }

        public ConcurrentHashMap<K, V> getMap() {
            return map;
        }

        public final void clear() {
            map.clear();
        }

        public final int size() {
            return map.size();
        }

        public final boolean isEmpty() {
            return map.isEmpty();
        }

        /** As many as there are when it looks, whatever `size` says. */
        public final Object[] toArray() {
            return LiveRow.itemsOf(iterator());
        }

        public final <T> T[] toArray(T[] a) {
            return Row.copy(toArray(), a);
        }

        public final String toString() {
            String text = "[";
            boolean first = true;
            for (E e : this) {
                if (!first) {
                    text = text.concat(", ");
                }
                first = false;
                text = text.concat(e == this ? "(this Collection)" : String.valueOf(e));
            }
            return text.concat("]");
        }

        public final boolean containsAll(Collection<?> c) {
            if (c != this) {
                for (Object e : c) {
                    if (e == null || !contains(e)) {
                        return false;
                    }
                }
            }
            return true;
        }

        public boolean removeAll(Collection<?> c) {
            if (c == null) {
                throw new NullPointerException();
            }
            boolean changed = false;
            for (Iterator<E> all = iterator(); all.hasNext();) {
                if (c.contains(all.next())) {
                    all.remove();
                    changed = true;
                }
            }
            return changed;
        }

        public final boolean retainAll(Collection<?> c) {
            if (c == null) {
                throw new NullPointerException();
            }
            boolean changed = false;
            for (Iterator<E> all = iterator(); all.hasNext();) {
                if (!c.contains(all.next())) {
                    all.remove();
                    changed = true;
                }
            }
            return changed;
        }
    }

    public static class KeySetView<K, V> extends CollectionView<K, V, K>
            implements Set<K>, java.io.Serializable {
        private final V value;

        KeySetView(ConcurrentHashMap<K, V> map, V value) {
            super(map);
            this.value = value;
        }

        public V getMappedValue() {
            return value;
        }

        public boolean contains(Object o) {
            return map.containsKey(o);
        }

        public boolean remove(Object o) {
            return map.remove(o) != null;
        }

        public Iterator<K> iterator() {
            return new KeyWalk<>(map);
        }

        private V mapped() {
            if (value == null) {
                throw new UnsupportedOperationException();
            }
            return value;
        }

        public boolean add(K e) {
            return map.put(e, mapped(), true) == null;
        }

        public boolean addAll(Collection<? extends K> c) {
            V mapped = mapped();
            boolean added = false;
            for (K e : c) {
                if (map.put(e, mapped, true) == null) {
                    added = true;
                }
            }
            return added;
        }

        public int hashCode() {
            int hash = 0;
            for (K e : this) {
                hash += e.hashCode();
            }
            return hash;
        }

        public boolean equals(Object o) {
            if (!(o instanceof Set)) {
                return false;
            }
            Set<?> other = (Set<?>) o;
            return other == this || containsAll(other) && other.containsAll(this);
        }

        public void forEach(Consumer<? super K> action) {
            if (action == null) {
                throw new NullPointerException();
            }
            map.forEach((key, value) -> action.accept(key));
        }
    }

    private static final class ValuesView<K, V> extends CollectionView<K, V, V> {
        ValuesView(ConcurrentHashMap<K, V> map) {
            super(map);
        }

        public boolean contains(Object o) {
            return map.containsValue(o);
        }

        public boolean remove(Object o) {
            if (o != null) {
                for (Iterator<V> all = iterator(); all.hasNext();) {
                    if (o.equals(all.next())) {
                        all.remove();
                        return true;
                    }
                }
            }
            return false;
        }

        public Iterator<V> iterator() {
            return new ValueWalk<>(map);
        }

        public boolean add(V e) {
            throw new UnsupportedOperationException();
        }

        public boolean addAll(Collection<? extends V> c) {
            throw new UnsupportedOperationException();
        }

        public boolean removeIf(Predicate<? super V> filter) {
            if (filter == null) {
                throw new NullPointerException();
            }
            boolean removed = false;
            KeyWalk<K, V> all = new KeyWalk<>(map);
            while (all.next != null) {
                Node<K, V> node = all.nextNode();
                V value = node.value;
                if (filter.test(value) && map.exchange(node.key, null, value) != null) {
                    removed = true;
                }
            }
            return removed;
        }

        public void forEach(Consumer<? super V> action) {
            if (action == null) {
                throw new NullPointerException();
            }
            map.forEach((key, value) -> action.accept(value));
        }
    }

    private static final class EntrySetView<K, V> extends CollectionView<K, V, Map.Entry<K, V>>
            implements Set<Map.Entry<K, V>> {
        EntrySetView(ConcurrentHashMap<K, V> map) {
            super(map);
        }

        public boolean contains(Object o) {
            if (!(o instanceof Map.Entry)) {
                return false;
            }
            Map.Entry<?, ?> e = (Map.Entry<?, ?>) o;
            if (e.getKey() == null || e.getValue() == null) {
                return false;
            }
            Object value = map.get(e.getKey());
            return value != null && (e.getValue() == value || e.getValue().equals(value));
        }

        public boolean remove(Object o) {
            if (!(o instanceof Map.Entry)) {
                return false;
            }
            Map.Entry<?, ?> e = (Map.Entry<?, ?>) o;
            return e.getKey() != null && map.remove(e.getKey(), e.getValue());
        }

        public Iterator<Map.Entry<K, V>> iterator() {
            return new EntryWalk<>(map);
        }

        public boolean add(Map.Entry<K, V> e) {
            return map.put(e.getKey(), e.getValue(), false) == null;
        }

        public boolean addAll(Collection<? extends Map.Entry<K, V>> c) {
            boolean added = false;
            for (Map.Entry<K, V> e : c) {
                if (add(e)) {
                    added = true;
                }
            }
            return added;
        }

        public boolean removeIf(Predicate<? super Map.Entry<K, V>> filter) {
            if (filter == null) {
                throw new NullPointerException();
            }
            boolean removed = false;
            KeyWalk<K, V> all = new KeyWalk<>(map);
            while (all.next != null) {
                Node<K, V> node = all.nextNode();
                V value = node.value;
                if (filter.test(new AbstractMap.SimpleImmutableEntry<>(node.key, value))
                        && map.exchange(node.key, null, value) != null) {
                    removed = true;
                }
            }
            return removed;
        }

        public int hashCode() {
            int hash = 0;
            for (Map.Entry<K, V> e : this) {
                hash += e.hashCode();
            }
            return hash;
        }

        public boolean equals(Object o) {
            if (!(o instanceof Set)) {
                return false;
            }
            Set<?> other = (Set<?>) o;
            return other == this || containsAll(other) && other.containsAll(this);
        }

        public void forEach(Consumer<? super Map.Entry<K, V>> action) {
            if (action == null) {
                throw new NullPointerException();
            }
            KeyWalk<K, V> all = new KeyWalk<>(map);
            while (all.next != null) {
                Node<K, V> node = all.nextNode();
                action.accept(new MapEntry<>(node.key, node.value, map));
            }
        }
    }

    // ---- bulk operations: by the thread that calls
    private void checkThreshold(long parallelismThreshold) {
        if (parallelismThreshold != Long.MAX_VALUE && mappingCount() >= parallelismThreshold) {
            Internal.limit("a bulk operation of a ConcurrentHashMap by several threads");
        }
    }

    public void forEach(long parallelismThreshold, BiConsumer<? super K, ? super V> action) {
        checkThreshold(parallelismThreshold);
        forEach(action);
    }

    public <U> void forEach(long parallelismThreshold,
            BiFunction<? super K, ? super V, ? extends U> transformer,
            Consumer<? super U> action) {
        Objects.requireNonNull(transformer);
        Objects.requireNonNull(action);
        checkThreshold(parallelismThreshold);
        forEach((key, value) -> {
            U made = transformer.apply(key, value);
            if (made != null) {
                action.accept(made);
            }
        });
    }

    public <U> U search(long parallelismThreshold,
            BiFunction<? super K, ? super V, ? extends U> searchFunction) {
        Objects.requireNonNull(searchFunction);
        checkThreshold(parallelismThreshold);
        KeyWalk<K, V> all = new KeyWalk<>(this);
        while (all.next != null) {
            Node<K, V> node = all.nextNode();
            U found = searchFunction.apply(node.key, node.value);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    public <U> U reduce(long parallelismThreshold,
            BiFunction<? super K, ? super V, ? extends U> transformer,
            BiFunction<? super U, ? super U, ? extends U> reducer) {
        Objects.requireNonNull(transformer);
        Objects.requireNonNull(reducer);
        checkThreshold(parallelismThreshold);
        U result = null;
        KeyWalk<K, V> all = new KeyWalk<>(this);
        while (all.next != null) {
            Node<K, V> node = all.nextNode();
            U made = transformer.apply(node.key, node.value);
            if (made != null) {
                result = result == null ? made : reducer.apply(result, made);
            }
        }
        return result;
    }

    public double reduceToDouble(long parallelismThreshold,
            ToDoubleBiFunction<? super K, ? super V> transformer, double basis,
            DoubleBinaryOperator reducer) {
        Objects.requireNonNull(transformer);
        Objects.requireNonNull(reducer);
        checkThreshold(parallelismThreshold);
        double result = basis;
        KeyWalk<K, V> all = new KeyWalk<>(this);
        while (all.next != null) {
            Node<K, V> node = all.nextNode();
            result = reducer.applyAsDouble(result,
                    transformer.applyAsDouble(node.key, node.value));
        }
        return result;
    }

    public long reduceToLong(long parallelismThreshold,
            ToLongBiFunction<? super K, ? super V> transformer, long basis,
            LongBinaryOperator reducer) {
        Objects.requireNonNull(transformer);
        Objects.requireNonNull(reducer);
        checkThreshold(parallelismThreshold);
        long result = basis;
        KeyWalk<K, V> all = new KeyWalk<>(this);
        while (all.next != null) {
            Node<K, V> node = all.nextNode();
            result = reducer.applyAsLong(result, transformer.applyAsLong(node.key, node.value));
        }
        return result;
    }

    public int reduceToInt(long parallelismThreshold,
            ToIntBiFunction<? super K, ? super V> transformer, int basis,
            IntBinaryOperator reducer) {
        Objects.requireNonNull(transformer);
        Objects.requireNonNull(reducer);
        checkThreshold(parallelismThreshold);
        int result = basis;
        KeyWalk<K, V> all = new KeyWalk<>(this);
        while (all.next != null) {
            Node<K, V> node = all.nextNode();
            result = reducer.applyAsInt(result, transformer.applyAsInt(node.key, node.value));
        }
        return result;
    }

    public void forEachKey(long parallelismThreshold, Consumer<? super K> action) {
        Objects.requireNonNull(action);
        forEach(parallelismThreshold, (key, value) -> action.accept(key));
    }

    public <U> void forEachKey(long parallelismThreshold,
            Function<? super K, ? extends U> transformer, Consumer<? super U> action) {
        Objects.requireNonNull(transformer);
        forEach(parallelismThreshold, (key, value) -> transformer.apply(key), action);
    }

    public <U> U searchKeys(long parallelismThreshold,
            Function<? super K, ? extends U> searchFunction) {
        Objects.requireNonNull(searchFunction);
        return search(parallelismThreshold, (key, value) -> searchFunction.apply(key));
    }

    public K reduceKeys(long parallelismThreshold,
            BiFunction<? super K, ? super K, ? extends K> reducer) {
        return reduce(parallelismThreshold, (key, value) -> key, reducer);
    }

    public <U> U reduceKeys(long parallelismThreshold,
            Function<? super K, ? extends U> transformer,
            BiFunction<? super U, ? super U, ? extends U> reducer) {
        Objects.requireNonNull(transformer);
        return reduce(parallelismThreshold, (key, value) -> transformer.apply(key), reducer);
    }

    public double reduceKeysToDouble(long parallelismThreshold,
            ToDoubleFunction<? super K> transformer, double basis, DoubleBinaryOperator reducer) {
        Objects.requireNonNull(transformer);
        return reduceToDouble(parallelismThreshold,
                (key, value) -> transformer.applyAsDouble(key), basis, reducer);
    }

    public long reduceKeysToLong(long parallelismThreshold,
            ToLongFunction<? super K> transformer, long basis, LongBinaryOperator reducer) {
        Objects.requireNonNull(transformer);
        return reduceToLong(parallelismThreshold, (key, value) -> transformer.applyAsLong(key),
                basis, reducer);
    }

    public int reduceKeysToInt(long parallelismThreshold, ToIntFunction<? super K> transformer,
            int basis, IntBinaryOperator reducer) {
        Objects.requireNonNull(transformer);
        return reduceToInt(parallelismThreshold, (key, value) -> transformer.applyAsInt(key),
                basis, reducer);
    }

    public void forEachValue(long parallelismThreshold, Consumer<? super V> action) {
        Objects.requireNonNull(action);
        forEach(parallelismThreshold, (key, value) -> action.accept(value));
    }

    public <U> void forEachValue(long parallelismThreshold,
            Function<? super V, ? extends U> transformer, Consumer<? super U> action) {
        Objects.requireNonNull(transformer);
        forEach(parallelismThreshold, (key, value) -> transformer.apply(value), action);
    }

    public <U> U searchValues(long parallelismThreshold,
            Function<? super V, ? extends U> searchFunction) {
        Objects.requireNonNull(searchFunction);
        return search(parallelismThreshold, (key, value) -> searchFunction.apply(value));
    }

    public V reduceValues(long parallelismThreshold,
            BiFunction<? super V, ? super V, ? extends V> reducer) {
        return reduce(parallelismThreshold, (key, value) -> value, reducer);
    }

    public <U> U reduceValues(long parallelismThreshold,
            Function<? super V, ? extends U> transformer,
            BiFunction<? super U, ? super U, ? extends U> reducer) {
        Objects.requireNonNull(transformer);
        return reduce(parallelismThreshold, (key, value) -> transformer.apply(value), reducer);
    }

    public double reduceValuesToDouble(long parallelismThreshold,
            ToDoubleFunction<? super V> transformer, double basis, DoubleBinaryOperator reducer) {
        Objects.requireNonNull(transformer);
        return reduceToDouble(parallelismThreshold,
                (key, value) -> transformer.applyAsDouble(value), basis, reducer);
    }

    public long reduceValuesToLong(long parallelismThreshold,
            ToLongFunction<? super V> transformer, long basis, LongBinaryOperator reducer) {
        Objects.requireNonNull(transformer);
        return reduceToLong(parallelismThreshold, (key, value) -> transformer.applyAsLong(value),
                basis, reducer);
    }

    public int reduceValuesToInt(long parallelismThreshold, ToIntFunction<? super V> transformer,
            int basis, IntBinaryOperator reducer) {
        Objects.requireNonNull(transformer);
        return reduceToInt(parallelismThreshold, (key, value) -> transformer.applyAsInt(value),
                basis, reducer);
    }
}
