package java.util;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A map by hash codes. The order of its entries is that of OpenJDK: buckets by the hash code,
 * as many as a power of two, and in each the order in which entries came.
 */
public class HashMap<K, V> extends AbstractMap<K, V>
        implements Map<K, V>, Cloneable, java.io.Serializable {
    private static final int MOST = 1 << 30;

    static class Node<K, V> implements Map.Entry<K, V> {
        final int hash;
        final K key;
        V value;
        Node<K, V> next;
        /** The neighbours in a LinkedHashMap. */
        Node<K, V> before;
        Node<K, V> after;

        Node(int hash, K key, V value) {
            this.hash = hash;
            this.key = key;
            this.value = value;
        }

        public final K getKey() {
            return key;
        }

        public final V getValue() {
            return value;
        }

        public final V setValue(V value) {
            V old = this.value;
            this.value = value;
            return old;
        }

        public final boolean equals(Object o) {
            return o == this || sameEntry(this, o);
        }

        public final int hashCode() {
            return hashOfEntry(this);
        }

        public final String toString() {
            return textOfEntry(this);
        }
    }

    private Node<K, V>[] table;
    int size;
    int modCount;
    /** How many entries make the table grow; before there is one: its first size, or 0. */
    private int threshold;
    private final float loadFactor;

    public HashMap(int capacity, float loadFactor) {
        if (capacity < 0) {
            throw new IllegalArgumentException(
                    "Illegal initial capacity: ".concat(String.valueOf(capacity)));
        }
        if (loadFactor <= 0 || loadFactor != loadFactor) {
            throw new IllegalArgumentException(
                    "Illegal load factor: ".concat(String.valueOf(loadFactor)));
        }
        this.loadFactor = loadFactor;
        this.threshold = powerOfTwo(capacity);
    }

    public HashMap(int capacity) {
        this(capacity, 0.75f);
    }

    public HashMap() {
        this.loadFactor = 0.75f;
    }

    public HashMap(Map<? extends K, ? extends V> others) {
        this.loadFactor = 0.75f;
        putAll(others);
    }

    private static int powerOfTwo(int atLeast) {
        int result = 1;
        while (result < atLeast && result < MOST) {
            result <<= 1;
        }
        return result;
    }

    private static int spread(Object key) {
        if (key == null) {
            return 0;
        }
        int hash = key.hashCode();
        return hash ^ (hash >>> 16);
    }

    // ---------------------------------------------------------------- for LinkedHashMap

    void entered(Node<K, V> node) {
    }

    void left(Node<K, V> node) {
    }

    void touched(Node<K, V> node) {
    }

    void evict() {
    }

    void cleared() {
    }

    Node<K, V> firstNode() {
        return table == null ? null : firstFrom(0);
    }

    Node<K, V> nodeAfter(Node<K, V> node) {
        return node.next != null ? node.next : firstFrom((node.hash & table.length - 1) + 1);
    }

    private Node<K, V> firstFrom(int bucket) {
        for (int i = bucket; i < table.length; i++) {
            if (table[i] != null) {
                return table[i];
            }
        }
        return null;
    }

    // ---------------------------------------------------------------- the table

    @SuppressWarnings("unchecked")
    private void resize() {
        int old = table == null ? 0 : table.length;
        int capacity;
        int limit = 0;
        if (old > 0) {
            if (old >= MOST) {
                threshold = Integer.MAX_VALUE;
                return;
            }
            capacity = old << 1;
            if (capacity < MOST && old >= 16) {
                limit = threshold << 1;
            }
        } else if (threshold > 0) {
            capacity = threshold;
        } else {
            capacity = 16;
            limit = 12;
        }
        if (limit == 0) {
            float exact = capacity * loadFactor;
            limit = capacity < MOST && exact < MOST ? (int) exact : Integer.MAX_VALUE;
        }
        threshold = limit;
        Node<K, V>[] from = table;
        table = (Node<K, V>[]) new Node<?, ?>[capacity];
        for (int i = 0; i < old; i++) {
            Node<K, V> node = from[i];
            Node<K, V> lastLow = null;
            Node<K, V> lastHigh = null;
            while (node != null) {
                Node<K, V> next = node.next;
                node.next = null;
                if ((node.hash & old) == 0) {
                    if (lastLow == null) {
                        table[i] = node;
                    } else {
                        lastLow.next = node;
                    }
                    lastLow = node;
                } else {
                    if (lastHigh == null) {
                        table[i + old] = node;
                    } else {
                        lastHigh.next = node;
                    }
                    lastHigh = node;
                }
                node = next;
            }
        }
    }

    private Node<K, V> find(int hash, Object key) {
        if (table == null) {
            return null;
        }
        for (Node<K, V> n = table[hash & table.length - 1]; n != null; n = n.next) {
            if (n.hash == hash && (n.key == key || key != null && key.equals(n.key))) {
                return n;
            }
        }
        return null;
    }

    /** For a key that is not there. */
    private void insert(int hash, K key, V value) {
        Node<K, V> node = new Node<>(hash, key, value);
        if (table == null) {
            resize();
        }
        int bucket = hash & table.length - 1;
        Node<K, V> last = table[bucket];
        if (last == null) {
            table[bucket] = node;
        } else {
            int before = 1;
            while (last.next != null) {
                last = last.next;
                before++;
            }
            last.next = node;
            entered(node);
            if (before >= 8) {
                crowded();
            }
            modCount++;
            size++;
            if (size > threshold) {
                resize();
            }
            return;
        }
        entered(node);
        modCount++;
        size++;
        if (size > threshold) {
            resize();
        }
    }

    /** A small table grows, a large one would order this bucket as a tree. */
    private void crowded() {
        if (table.length >= 64) {
            braid.Internal.limit("a HashMap with more than eight keys in one bucket");
        }
        resize();
    }

    private Node<K, V> unlink(int hash, Object key, boolean withValue, Object value) {
        if (table == null) {
            return null;
        }
        int bucket = hash & table.length - 1;
        Node<K, V> before = null;
        for (Node<K, V> n = table[bucket]; n != null; n = n.next) {
            if (n.hash == hash && (n.key == key || key != null && key.equals(n.key))) {
                if (withValue && !(n.value == value || value != null && value.equals(n.value))) {
                    return null;
                }
                if (before == null) {
                    table[bucket] = n.next;
                } else {
                    before.next = n.next;
                }
                modCount++;
                size--;
                left(n);
                return n;
            }
            before = n;
        }
        return null;
    }

    // ---------------------------------------------------------------- the map

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public V get(Object key) {
        Node<K, V> node = find(spread(key), key);
        if (node == null) {
            return null;
        }
        touched(node);
        return node.value;
    }

    public V getOrDefault(Object key, V otherwise) {
        Node<K, V> node = find(spread(key), key);
        if (node == null) {
            return otherwise;
        }
        touched(node);
        return node.value;
    }

    public boolean containsKey(Object key) {
        return find(spread(key), key) != null;
    }

    public boolean containsValue(Object value) {
        for (Node<K, V> n = firstNode(); n != null; n = nodeAfter(n)) {
            if (n.value == value || value != null && value.equals(n.value)) {
                return true;
            }
        }
        return false;
    }

    public V put(K key, V value) {
        return put(key, value, false);
    }

    public V putIfAbsent(K key, V value) {
        return put(key, value, true);
    }

    private V put(K key, V value, boolean onlyIfAbsent) {
        int hash = spread(key);
        Node<K, V> node = find(hash, key);
        if (node == null) {
            insert(hash, key, value);
            evict();
            return null;
        }
        V old = node.value;
        if (!onlyIfAbsent || old == null) {
            node.value = value;
        }
        touched(node);
        return old;
    }

    public void putAll(Map<? extends K, ? extends V> others) {
        int count = others.size();
        if (count == 0) {
            return;
        }
        if (table == null) {
            int needed = (int) ((float) count / loadFactor + 1.0f);
            if (needed > threshold) {
                threshold = powerOfTwo(needed);
            }
        } else {
            while (count > threshold && table.length < MOST) {
                resize();
            }
        }
        for (Map.Entry<? extends K, ? extends V> e : others.entrySet()) {
            put(e.getKey(), e.getValue());
        }
    }

    public V remove(Object key) {
        Node<K, V> node = unlink(spread(key), key, false, null);
        return node == null ? null : node.value;
    }

    public boolean remove(Object key, Object value) {
        return unlink(spread(key), key, true, value) != null;
    }

    public void clear() {
        modCount++;
        if (table != null && size > 0) {
            size = 0;
            for (int i = 0; i < table.length; i++) {
                table[i] = null;
            }
        }
        cleared();
    }

    public boolean replace(K key, V from, V to) {
        Node<K, V> node = find(spread(key), key);
        if (node == null) {
            return false;
        }
        V old = node.value;
        if (old != from && (old == null || !old.equals(from))) {
            return false;
        }
        node.value = to;
        touched(node);
        return true;
    }

    public V replace(K key, V value) {
        Node<K, V> node = find(spread(key), key);
        if (node == null) {
            return null;
        }
        V old = node.value;
        node.value = value;
        touched(node);
        return old;
    }

    private void checkChanges(int expected) {
        if (modCount != expected) {
            throw new ConcurrentModificationException();
        }
    }

    private void growFirst() {
        if (table == null || size > threshold) {
            resize();
        }
    }

    public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        Objects.requireNonNull(function);
        int hash = spread(key);
        growFirst();
        Node<K, V> node = find(hash, key);
        if (node != null && node.value != null) {
            touched(node);
            return node.value;
        }
        int expected = modCount;
        V value = function.apply(key);
        checkChanges(expected);
        if (value == null) {
            return null;
        }
        if (node != null) {
            node.value = value;
            touched(node);
            return value;
        }
        insertFirst(hash, key, value);
        return value;
    }

    /** What compute and merge enter comes first in its bucket, and the table grows later. */
    private void insertFirst(int hash, K key, V value) {
        int bucket = hash & table.length - 1;
        int before = 0;
        for (Node<K, V> n = table[bucket]; n != null; n = n.next) {
            before++;
        }
        Node<K, V> node = new Node<>(hash, key, value);
        node.next = table[bucket];
        table[bucket] = node;
        entered(node);
        if (before >= 7) {
            crowded();
        }
        modCount++;
        size++;
        evict();
    }

    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        int hash = spread(key);
        Node<K, V> node = find(hash, key);
        if (node == null || node.value == null) {
            return null;
        }
        int expected = modCount;
        V value = function.apply(key, node.value);
        checkChanges(expected);
        if (value != null) {
            node.value = value;
            touched(node);
            return value;
        }
        unlink(hash, key, false, null);
        return null;
    }

    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        int hash = spread(key);
        growFirst();
        Node<K, V> node = find(hash, key);
        int expected = modCount;
        V value = function.apply(key, node == null ? null : node.value);
        checkChanges(expected);
        if (node != null) {
            if (value != null) {
                node.value = value;
                touched(node);
            } else {
                unlink(hash, key, false, null);
            }
        } else if (value != null) {
            insertFirst(hash, key, value);
        }
        return value;
    }

    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        if (value == null || function == null) {
            throw new NullPointerException();
        }
        int hash = spread(key);
        growFirst();
        Node<K, V> node = find(hash, key);
        if (node == null) {
            insertFirst(hash, key, value);
            return value;
        }
        V result = value;
        if (node.value != null) {
            int expected = modCount;
            result = function.apply(node.value, value);
            checkChanges(expected);
        }
        if (result != null) {
            node.value = result;
            touched(node);
        } else {
            unlink(hash, key, false, null);
        }
        return result;
    }

    public void forEach(BiConsumer<? super K, ? super V> action) {
        Objects.requireNonNull(action);
        int expected = modCount;
        for (Node<K, V> n = firstNode(); n != null; n = nodeAfter(n)) {
            action.accept(n.key, n.value);
            if (modCount != expected) {
                changedWhileWalking();
            }
        }
    }

    /** A walk goes on to its end before it tells that something was changed, where that matters. */
    private void changedWhileWalking() {
        braid.Internal.limit("a HashMap that changes in its own forEach or replaceAll");
    }

    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        int expected = modCount;
        for (Node<K, V> n = firstNode(); n != null; n = nodeAfter(n)) {
            n.value = function.apply(n.key, n.value);
            if (modCount != expected) {
                changedWhileWalking();
            }
        }
    }

    public Object clone() {
        braid.Internal.limit("HashMap.clone");
        return null;
    }

    // ---------------------------------------------------------------- views

    public Set<K> keySet() {
        return new KeySet<>(this);
    }

    public Collection<V> values() {
        return new ValueView<>(this);
    }

    public Set<Map.Entry<K, V>> entrySet() {
        return new EntrySet<>(this);
    }

    Iterator<K> keys() {
        return new KeyWalk<>(this);
    }

    private abstract static class Walk<K, V> {
        private final HashMap<K, V> map;
        private Node<K, V> next;
        private Node<K, V> current;
        private int expected;

        Walk(HashMap<K, V> map) {
            this.map = map;
            this.next = map.firstNode();
            this.expected = map.modCount;
        }

        public final boolean hasNext() {
            return next != null;
        }

        final Node<K, V> nextNode() {
            Node<K, V> e = next;
            map.checkChanges(expected);
            if (e == null) {
                throw new NoSuchElementException();
            }
            current = e;
            next = map.nodeAfter(e);
            return e;
        }

        public final void remove() {
            Node<K, V> e = current;
            if (e == null) {
                throw new IllegalStateException();
            }
            map.checkChanges(expected);
            current = null;
            map.unlink(e.hash, e.key, false, null);
            expected = map.modCount;
        }
    }

    private static final class KeyWalk<K, V> extends Walk<K, V> implements Iterator<K> {
        KeyWalk(HashMap<K, V> map) {
            super(map);
        }

        public K next() {
            return nextNode().key;
        }
    }

    private static final class ValueWalk<K, V> extends Walk<K, V> implements Iterator<V> {
        ValueWalk(HashMap<K, V> map) {
            super(map);
        }

        public V next() {
            return nextNode().value;
        }
    }

    private static final class EntryWalk<K, V> extends Walk<K, V>
            implements Iterator<Map.Entry<K, V>> {
        EntryWalk(HashMap<K, V> map) {
            super(map);
        }

        public Map.Entry<K, V> next() {
            return nextNode();
        }
    }

    private static final class KeySet<K, V> extends AbstractSet<K> {
        private final HashMap<K, V> map;

        KeySet(HashMap<K, V> map) {
            this.map = map;
        }

        public int size() {
            return map.size;
        }

        public void clear() {
            map.clear();
        }

        public Iterator<K> iterator() {
            return new KeyWalk<>(map);
        }

        public boolean contains(Object key) {
            return map.containsKey(key);
        }

        public boolean remove(Object key) {
            return map.unlink(spread(key), key, false, null) != null;
        }

        public void forEach(Consumer<? super K> action) {
            Objects.requireNonNull(action);
            map.forEach((key, value) -> action.accept(key));
        }
    }

    private static final class ValueView<K, V> extends AbstractCollection<V> {
        private final HashMap<K, V> map;

        ValueView(HashMap<K, V> map) {
            this.map = map;
        }

        public int size() {
            return map.size;
        }

        public void clear() {
            map.clear();
        }

        public Iterator<V> iterator() {
            return new ValueWalk<>(map);
        }

        public boolean contains(Object value) {
            return map.containsValue(value);
        }

        public void forEach(Consumer<? super V> action) {
            Objects.requireNonNull(action);
            map.forEach((key, value) -> action.accept(value));
        }
    }

    private static final class EntrySet<K, V> extends AbstractSet<Map.Entry<K, V>> {
        private final HashMap<K, V> map;

        EntrySet(HashMap<K, V> map) {
            this.map = map;
        }

        public int size() {
            return map.size;
        }

        public void clear() {
            map.clear();
        }

        public Iterator<Map.Entry<K, V>> iterator() {
            return new EntryWalk<>(map);
        }

        public boolean contains(Object o) {
            if (!(o instanceof Map.Entry)) {
                return false;
            }
            Map.Entry<?, ?> e = (Map.Entry<?, ?>) o;
            Object key = e.getKey();
            Node<K, V> node = map.find(spread(key), key);
            return node != null && node.equals(e);
        }

        public boolean remove(Object o) {
            if (!(o instanceof Map.Entry)) {
                return false;
            }
            Map.Entry<?, ?> e = (Map.Entry<?, ?>) o;
            Object key = e.getKey();
            return map.unlink(spread(key), key, true, e.getValue()) != null;
        }

        public void forEach(Consumer<? super Map.Entry<K, V>> action) {
            Objects.requireNonNull(action);
            int expected = map.modCount;
            for (Node<K, V> n = map.firstNode(); n != null; n = map.nodeAfter(n)) {
                action.accept(n);
                if (map.modCount != expected) {
                    map.changedWhileWalking();
                }
            }
        }
    }
}
