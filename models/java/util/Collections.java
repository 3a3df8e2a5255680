package java.util;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Functions on collections, and views of them. */
public class Collections {
    @SuppressWarnings("rawtypes")
    public static final List EMPTY_LIST = new EmptyList<>();
    @SuppressWarnings("rawtypes")
    public static final Set EMPTY_SET = new EmptySet<>();
    @SuppressWarnings("rawtypes")
    public static final Map EMPTY_MAP = new EmptyMap<>();

    private Collections() {
    }

    public static <T extends Comparable<? super T>> void sort(List<T> list) {
        list.sort(null);
    }

    public static <T> void sort(List<T> list, Comparator<? super T> order) {
        list.sort(order);
    }

    public static void reverse(List<?> list) {
        for (int i = 0, j = list.size() - 1; i < j; i++, j--) {
            swap(list, i, j);
        }
    }

    @SuppressWarnings("unchecked")
    public static void swap(List<?> list, int i, int j) {
        List<Object> any = (List<Object>) list;
        any.set(i, any.set(j, any.get(i)));
    }

    public static <T> void fill(List<? super T> list, T value) {
        for (int i = 0; i < list.size(); i++) {
            list.set(i, value);
        }
    }

    @SuppressWarnings("unchecked")
    private static int order(Object a, Object b, Comparator<?> order) {
        return Sorting.compare(a, b, (Comparator<Object>) order);
    }

    private static <T> T best(Collection<? extends T> all, Comparator<?> by, int sign) {
        Iterator<? extends T> each = all.iterator();
        T best = each.next();
        while (each.hasNext()) {
            T next = each.next();
            if (order(next, best, by) * sign > 0) {
                best = next;
            }
        }
        return best;
    }

    public static <T extends Object & Comparable<? super T>> T max(Collection<? extends T> all) {
        return best(all, null, 1);
    }

    public static <T> T max(Collection<? extends T> all, Comparator<? super T> order) {
        return best(all, order, 1);
    }

    public static <T extends Object & Comparable<? super T>> T min(Collection<? extends T> all) {
        return best(all, null, -1);
    }

    public static <T> T min(Collection<? extends T> all, Comparator<? super T> order) {
        return best(all, order, -1);
    }

    public static int frequency(Collection<?> all, Object o) {
        int count = 0;
        for (Object e : all) {
            if (o == null ? e == null : o.equals(e)) {
                count++;
            }
        }
        return count;
    }

    public static boolean disjoint(Collection<?> a, Collection<?> b) {
        for (Object e : a) {
            if (b.contains(e)) {
                return false;
            }
        }
        return true;
    }

    @SafeVarargs
    public static <T> boolean addAll(Collection<? super T> all, T... elements) {
        boolean changed = false;
        for (T e : elements) {
            changed |= all.add(e);
        }
        return changed;
    }

    public static <T> int binarySearch(List<? extends Comparable<? super T>> list, T key) {
        return search(list, key, null);
    }

    public static <T> int binarySearch(List<? extends T> list, T key, Comparator<? super T> order) {
        return search(list, key, order);
    }

    private static int search(List<?> list, Object key, Comparator<?> by) {
        int low = 0;
        int high = list.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int sign = order(list.get(middle), key, by);
            if (sign < 0) {
                low = middle + 1;
            } else if (sign > 0) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -(low + 1);
    }

    public static <T> Comparator<T> reverseOrder() {
        return (a, b) -> order(b, a, null);
    }

    public static <T> Comparator<T> reverseOrder(Comparator<T> by) {
        return (a, b) -> order(b, a, by);
    }

    @SuppressWarnings("unchecked")
    public static <T> List<T> emptyList() {
        return (List<T>) EMPTY_LIST;
    }

    @SuppressWarnings("unchecked")
    public static <T> Set<T> emptySet() {
        return (Set<T>) EMPTY_SET;
    }

    @SuppressWarnings("unchecked")
    public static <K, V> Map<K, V> emptyMap() {
        return (Map<K, V>) EMPTY_MAP;
    }

    public static <T> Iterator<T> emptyIterator() {
        return Collections.<T>emptyList().iterator();
    }

    public static <T> List<T> singletonList(T value) {
        return new SingletonList<>(value);
    }

    public static <T> Set<T> singleton(T value) {
        return new SingletonSet<>(value);
    }

    public static <K, V> Map<K, V> singletonMap(K key, V value) {
        return new SingletonMap<>(key, value);
    }

    public static <T> List<T> nCopies(int count, T value) {
        if (count < 0) {
            throw new IllegalArgumentException("List length = ".concat(String.valueOf(count)));
        }
        return new Copies<>(count, value);
    }

    public static <T> Collection<T> unmodifiableCollection(Collection<? extends T> all) {
        return new UnmodifiableCollection<>(all);
    }

    public static <T> Set<T> unmodifiableSet(Set<? extends T> all) {
        return new UnmodifiableSet<>(all);
    }

    public static <T> List<T> unmodifiableList(List<? extends T> all) {
        return new UnmodifiableList<>(all);
    }

    public static <K, V> Map<K, V> unmodifiableMap(Map<? extends K, ? extends V> map) {
        return new UnmodifiableMap<>(map);
    }

    public static <T> Set<T> newSetFromMap(Map<T, Boolean> map) {
        if (!map.isEmpty()) {
            throw new IllegalArgumentException("Map is non-empty");
        }
        return new KeysAsSet<>(map);
    }

    public static <T> Collection<T> synchronizedCollection(Collection<T> all) {
        return new SynchronizedCollection<>(all, null);
    }

    public static <T> Set<T> synchronizedSet(Set<T> all) {
        return new SynchronizedSet<>(all, null);
    }

    public static <T> List<T> synchronizedList(List<T> all) {
        return new SynchronizedList<>(all, null);
    }

    public static <K, V> Map<K, V> synchronizedMap(Map<K, V> map) {
        return new SynchronizedMap<>(map);
    }

    /** A set with the order and the guarantees of a map. */
    private static final class KeysAsSet<T> extends AbstractSet<T>
            implements java.io.Serializable {
        private final Map<T, Boolean> map;
        private final Set<T> keys;

        KeysAsSet(Map<T, Boolean> map) {
            this.map = map;
            this.keys = map.keySet();
        }

        public void clear() {
            map.clear();
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

        public boolean remove(Object o) {
            return map.remove(o) != null;
        }

        public boolean add(T e) {
            return map.put(e, Boolean.TRUE) == null;
        }

        public Iterator<T> iterator() {
            return keys.iterator();
        }

        public Object[] toArray() {
            return keys.toArray();
        }

        public <U> U[] toArray(U[] a) {
            return keys.toArray(a);
        }

        public String toString() {
            return keys.toString();
        }

        public int hashCode() {
            return keys.hashCode();
        }

        public boolean equals(Object o) {
            return o == this || keys.equals(o);
        }

        public boolean containsAll(Collection<?> c) {
            return keys.containsAll(c);
        }

        public boolean removeAll(Collection<?> c) {
            return keys.removeAll(c);
        }

        public boolean retainAll(Collection<?> c) {
            return keys.retainAll(c);
        }

        public void forEach(Consumer<? super T> action) {
            keys.forEach(action);
        }

        public boolean removeIf(Predicate<? super T> filter) {
            return keys.removeIf(filter);
        }
    }

    // ---------------------------------------------------------------- none, one, the same

    private static final class EmptyList<E> extends AbstractList<E> implements RandomAccess {
        public int size() {
            return 0;
        }

        public E get(int index) {
            throw new IndexOutOfBoundsException("Index: ".concat(String.valueOf(index)));
        }

        public boolean removeIf(Predicate<? super E> filter) {
            Objects.requireNonNull(filter);
            return false;
        }

        public void replaceAll(UnaryOperator<E> operator) {
            Objects.requireNonNull(operator);
        }

        public void sort(Comparator<? super E> order) {
        }
    }

    private static final class EmptySet<E> extends AbstractSet<E> {
        public Iterator<E> iterator() {
            return emptyIterator();
        }

        public int size() {
            return 0;
        }

        public void clear() {
        }

        public boolean removeIf(Predicate<? super E> filter) {
            Objects.requireNonNull(filter);
            return false;
        }
    }

    private static final class EmptyMap<K, V> extends AbstractMap<K, V> {
        public Set<Map.Entry<K, V>> entrySet() {
            return emptySet();
        }

        public Set<K> keySet() {
            return emptySet();
        }

        public Collection<V> values() {
            return emptySet();
        }

        public void clear() {
        }

        public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
            Objects.requireNonNull(function);
        }

        public V putIfAbsent(K key, V value) {
            throw new UnsupportedOperationException();
        }

        public boolean remove(Object key, Object value) {
            throw new UnsupportedOperationException();
        }

        public boolean replace(K key, V from, V to) {
            throw new UnsupportedOperationException();
        }

        public V replace(K key, V value) {
            throw new UnsupportedOperationException();
        }

        public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
            throw new UnsupportedOperationException();
        }

        public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
            throw new UnsupportedOperationException();
        }

        public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
            throw new UnsupportedOperationException();
        }

        public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
            throw new UnsupportedOperationException();
        }
    }

    private static final class SingletonList<E> extends AbstractList<E> implements RandomAccess {
        private final E value;

        SingletonList(E value) {
            this.value = value;
        }

        public int size() {
            return 1;
        }

        public E get(int index) {
            if (index != 0) {
                throw outside(index, 1);
            }
            return value;
        }

        public boolean removeIf(Predicate<? super E> filter) {
            throw new UnsupportedOperationException();
        }

        public void replaceAll(UnaryOperator<E> operator) {
            throw new UnsupportedOperationException();
        }

        public void sort(Comparator<? super E> order) {
        }
    }

    private static final class SingletonSet<E> extends AbstractSet<E> {
        private final E value;

        SingletonSet(E value) {
            this.value = value;
        }

        public Iterator<E> iterator() {
            return new FixedWalk<>(singletonList(value).iterator());
        }

        public int size() {
            return 1;
        }

        public boolean removeIf(Predicate<? super E> filter) {
            throw new UnsupportedOperationException();
        }
    }

    private static final class SingletonMap<K, V> extends AbstractMap<K, V> {
        private final K key;
        private final V value;

        SingletonMap(K key, V value) {
            this.key = key;
            this.value = value;
        }

        public Set<Map.Entry<K, V>> entrySet() {
            return singleton(new SimpleImmutableEntry<>(key, value));
        }

        public Set<K> keySet() {
            return singleton(key);
        }

        public Collection<V> values() {
            return singleton(value);
        }

        public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
            throw new UnsupportedOperationException();
        }

        public V putIfAbsent(K key, V value) {
            throw new UnsupportedOperationException();
        }

        public boolean remove(Object key, Object value) {
            throw new UnsupportedOperationException();
        }

        public boolean replace(K key, V from, V to) {
            throw new UnsupportedOperationException();
        }

        public V replace(K key, V value) {
            throw new UnsupportedOperationException();
        }

        public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
            throw new UnsupportedOperationException();
        }

        public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
            throw new UnsupportedOperationException();
        }

        public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
            throw new UnsupportedOperationException();
        }

        public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
            throw new UnsupportedOperationException();
        }
    }

    private static final class Copies<E> extends AbstractList<E> implements RandomAccess {
        private final int count;
        private final E value;

        Copies(int count, E value) {
            this.count = count;
            this.value = value;
        }

        public int size() {
            return count;
        }

        public E get(int index) {
            if (index < 0 || index >= count) {
                throw outside(index, count);
            }
            return value;
        }
    }

    private static final class FixedWalk<E> implements Iterator<E> {
        private final Iterator<? extends E> all;

        FixedWalk(Iterator<? extends E> all) {
            this.all = all;
        }

        public boolean hasNext() {
            return all.hasNext();
        }

        public E next() {
            return all.next();
        }

        public void remove() {
            throw new UnsupportedOperationException();
        }
    }

    private static final class FixedListWalk<E> implements ListIterator<E> {
        private final ListIterator<? extends E> all;

        FixedListWalk(ListIterator<? extends E> all) {
            this.all = all;
        }

        public boolean hasNext() {
            return all.hasNext();
        }

        public E next() {
            return all.next();
        }

        public boolean hasPrevious() {
            return all.hasPrevious();
        }

        public E previous() {
            return all.previous();
        }

        public int nextIndex() {
            return all.nextIndex();
        }

        public int previousIndex() {
            return all.previousIndex();
        }

        public void remove() {
            throw new UnsupportedOperationException();
        }

        public void set(E e) {
            throw new UnsupportedOperationException();
        }

        public void add(E e) {
            throw new UnsupportedOperationException();
        }
    }

    // ---------------------------------------------------------------- unmodifiable

    private static class UnmodifiableCollection<E> implements Collection<E> {
        final Collection<E> all;

        @SuppressWarnings("unchecked")
        UnmodifiableCollection(Collection<? extends E> all) {
            this.all = (Collection<E>) Objects.requireNonNull(all);
        }

        public int size() {
            return all.size();
        }

        public boolean isEmpty() {
            return all.isEmpty();
        }

        public boolean contains(Object o) {
            return all.contains(o);
        }

        public Object[] toArray() {
            return all.toArray();
        }

        public <T> T[] toArray(T[] given) {
            return all.toArray(given);
        }

        public boolean add(E e) {
            throw new UnsupportedOperationException();
        }

        public boolean remove(Object o) {
            throw new UnsupportedOperationException();
        }

        public boolean containsAll(Collection<?> others) {
            return all.containsAll(others);
        }

        public boolean addAll(Collection<? extends E> others) {
            throw new UnsupportedOperationException();
        }

        public boolean removeAll(Collection<?> others) {
            throw new UnsupportedOperationException();
        }

        public boolean retainAll(Collection<?> others) {
            throw new UnsupportedOperationException();
        }

        public void clear() {
            throw new UnsupportedOperationException();
        }

        public boolean removeIf(Predicate<? super E> filter) {
            throw new UnsupportedOperationException();
        }

        public String toString() {
            return all.toString();
        }

        public void forEach(Consumer<? super E> action) {
            all.forEach(action);
        }

        public Iterator<E> iterator() {
            return new FixedWalk<>(all.iterator());
        }
    }

    private static class UnmodifiableSet<E> extends UnmodifiableCollection<E> implements Set<E> {
        UnmodifiableSet(Set<? extends E> all) {
            super(all);
        }

        public boolean equals(Object o) {
            return o == this || all.equals(o);
        }

        public int hashCode() {
            return all.hashCode();
        }
    }

    private static class UnmodifiableList<E> extends UnmodifiableCollection<E> implements List<E> {
        final List<E> list;

        @SuppressWarnings("unchecked")
        UnmodifiableList(List<? extends E> list) {
            super(list);
            this.list = (List<E>) list;
        }

        public boolean equals(Object o) {
            return o == this || list.equals(o);
        }

        public int hashCode() {
            return list.hashCode();
        }

        public E get(int index) {
            return list.get(index);
        }

        public E set(int index, E element) {
            throw new UnsupportedOperationException();
        }

        public void add(int index, E element) {
            throw new UnsupportedOperationException();
        }

        public E remove(int index) {
            throw new UnsupportedOperationException();
        }

        public int indexOf(Object o) {
            return list.indexOf(o);
        }

        public int lastIndexOf(Object o) {
            return list.lastIndexOf(o);
        }

        public boolean addAll(int index, Collection<? extends E> others) {
            throw new UnsupportedOperationException();
        }

        public void replaceAll(UnaryOperator<E> operator) {
            throw new UnsupportedOperationException();
        }

        public void sort(Comparator<? super E> order) {
            throw new UnsupportedOperationException();
        }

        public ListIterator<E> listIterator() {
            return listIterator(0);
        }

        public ListIterator<E> listIterator(int index) {
            return new FixedListWalk<>(list.listIterator(index));
        }

        public List<E> subList(int from, int to) {
            return new UnmodifiableList<>(list.subList(from, to));
        }
    }

    private static class UnmodifiableMap<K, V> implements Map<K, V> {
        private final Map<K, V> map;

        @SuppressWarnings("unchecked")
        UnmodifiableMap(Map<? extends K, ? extends V> map) {
            this.map = (Map<K, V>) Objects.requireNonNull(map);
        }

        public int size() {
            return map.size();
        }

        public boolean isEmpty() {
            return map.isEmpty();
        }

        public boolean containsKey(Object key) {
            return map.containsKey(key);
        }

        public boolean containsValue(Object value) {
            return map.containsValue(value);
        }

        public V get(Object key) {
            return map.get(key);
        }

        public V put(K key, V value) {
            throw new UnsupportedOperationException();
        }

        public V remove(Object key) {
            throw new UnsupportedOperationException();
        }

        public void putAll(Map<? extends K, ? extends V> others) {
            throw new UnsupportedOperationException();
        }

        public void clear() {
            throw new UnsupportedOperationException();
        }

        public String toString() {
            return map.toString();
        }

        public V getOrDefault(Object key, V otherwise) {
            return map.getOrDefault(key, otherwise);
        }

        public void forEach(BiConsumer<? super K, ? super V> action) {
            map.forEach(action);
        }

        public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
            throw new UnsupportedOperationException();
        }

        public V putIfAbsent(K key, V value) {
            throw new UnsupportedOperationException();
        }

        public boolean remove(Object key, Object value) {
            throw new UnsupportedOperationException();
        }

        public boolean replace(K key, V from, V to) {
            throw new UnsupportedOperationException();
        }

        public V replace(K key, V value) {
            throw new UnsupportedOperationException();
        }

        public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
            throw new UnsupportedOperationException();
        }

        public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
            throw new UnsupportedOperationException();
        }

        public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
            throw new UnsupportedOperationException();
        }

        public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
            throw new UnsupportedOperationException();
        }

        public boolean equals(Object o) {
            return o == this || map.equals(o);
        }

        public int hashCode() {
            return map.hashCode();
        }

        public Set<K> keySet() {
            return new UnmodifiableSet<>(map.keySet());
        }

        /** Entries cannot be changed, either: copies take their place. */
        public Set<Map.Entry<K, V>> entrySet() {
            Set<Map.Entry<K, V>> copies = new LinkedHashSet<>();
            for (Map.Entry<K, V> e : map.entrySet()) {
                copies.add(new AbstractMap.SimpleImmutableEntry<>(e));
            }
            return new UnmodifiableSet<>(copies);
        }

        public Collection<V> values() {
            return new UnmodifiableCollection<>(map.values());
        }
    }

    // ---------------------------------------------------------------- synchronized

    private static class SynchronizedCollection<E> implements Collection<E> {
        final Collection<E> all;

        final Object mutex;


        SynchronizedCollection(Collection<E> all, Object mutex) {
            this.all = Objects.requireNonNull(all);
            this.mutex = mutex == null ? this : mutex;
        }

        public int size() {
            synchronized (mutex) {
                return all.size();
            }
        }

        public boolean isEmpty() {
            synchronized (mutex) {
                return all.isEmpty();
            }
        }

        public boolean contains(Object o) {
            synchronized (mutex) {
                return all.contains(o);
            }
        }

        public Object[] toArray() {
            synchronized (mutex) {
                return all.toArray();
            }
        }

        public <T> T[] toArray(T[] given) {
            synchronized (mutex) {
                return all.toArray(given);
            }
        }

        public boolean add(E e) {
            synchronized (mutex) {
                return all.add(e);
            }
        }

        public boolean remove(Object o) {
            synchronized (mutex) {
                return all.remove(o);
            }
        }

        public boolean containsAll(Collection<?> others) {
            synchronized (mutex) {
                return all.containsAll(others);
            }
        }

        public boolean addAll(Collection<? extends E> others) {
            synchronized (mutex) {
                return all.addAll(others);
            }
        }

        public boolean removeAll(Collection<?> others) {
            synchronized (mutex) {
                return all.removeAll(others);
            }
        }

        public boolean retainAll(Collection<?> others) {
            synchronized (mutex) {
                return all.retainAll(others);
            }
        }

        public void clear() {
            synchronized (mutex) {
                all.clear();
            }
        }

        public boolean removeIf(Predicate<? super E> filter) {
            synchronized (mutex) {
                return all.removeIf(filter);
            }
        }

        public String toString() {
            synchronized (mutex) {
                return all.toString();
            }
        }

        public void forEach(Consumer<? super E> action) {
            synchronized (mutex) {
                all.forEach(action);
            }
        }

        /** The user has to lock. */
        public Iterator<E> iterator() {
            return all.iterator();
        }
    }

    private static class SynchronizedSet<E> extends SynchronizedCollection<E> implements Set<E> {
        SynchronizedSet(Set<E> all, Object mutex) {
            super(all, mutex);
        }

        public boolean equals(Object o) {
            if (o == this) {
                return true;
            }
            synchronized (mutex) {
                return all.equals(o);
            }
        }

        public int hashCode() {
            synchronized (mutex) {
                return all.hashCode();
            }
        }
    }

    private static class SynchronizedList<E> extends SynchronizedCollection<E> implements List<E> {
        final List<E> list;

        SynchronizedList(List<E> list, Object mutex) {
            super(list, mutex);
            this.list = list;
        }

        public boolean equals(Object o) {
            if (o == this) {
                return true;
            }
            synchronized (mutex) {
                return list.equals(o);
            }
        }

        public int hashCode() {
            synchronized (mutex) {
                return list.hashCode();
            }
        }

        public E get(int index) {
            synchronized (mutex) {
                return list.get(index);
            }
        }

        public E set(int index, E element) {
            synchronized (mutex) {
                return list.set(index, element);
            }
        }

        public void add(int index, E element) {
            synchronized (mutex) {
                list.add(index, element);
            }
        }

        public E remove(int index) {
            synchronized (mutex) {
                return list.remove(index);
            }
        }

        public int indexOf(Object o) {
            synchronized (mutex) {
                return list.indexOf(o);
            }
        }

        public int lastIndexOf(Object o) {
            synchronized (mutex) {
                return list.lastIndexOf(o);
            }
        }

        public boolean addAll(int index, Collection<? extends E> others) {
            synchronized (mutex) {
                return list.addAll(index, others);
            }
        }

        public void replaceAll(UnaryOperator<E> operator) {
            synchronized (mutex) {
                list.replaceAll(operator);
            }
        }

        public void sort(Comparator<? super E> order) {
            synchronized (mutex) {
                list.sort(order);
            }
        }

        public ListIterator<E> listIterator() {
            return list.listIterator();
        }

        public ListIterator<E> listIterator(int index) {
            return list.listIterator(index);
        }

        public List<E> subList(int from, int to) {
            synchronized (mutex) {
                return new SynchronizedList<>(list.subList(from, to), mutex);
            }
        }
    }

    private static class SynchronizedMap<K, V> implements Map<K, V> {
        private final Map<K, V> map;

        private final Object mutex;

        SynchronizedMap(Map<K, V> map) {
            this.map = Objects.requireNonNull(map);
            this.mutex = this;
        }

        public int size() {
            synchronized (mutex) {
                return map.size();
            }
        }

        public boolean isEmpty() {
            synchronized (mutex) {
                return map.isEmpty();
            }
        }

        public boolean containsKey(Object key) {
            synchronized (mutex) {
                return map.containsKey(key);
            }
        }

        public boolean containsValue(Object value) {
            synchronized (mutex) {
                return map.containsValue(value);
            }
        }

        public V get(Object key) {
            synchronized (mutex) {
                return map.get(key);
            }
        }

        public V put(K key, V value) {
            synchronized (mutex) {
                return map.put(key, value);
            }
        }

        public V remove(Object key) {
            synchronized (mutex) {
                return map.remove(key);
            }
        }

        public void putAll(Map<? extends K, ? extends V> others) {
            synchronized (mutex) {
                map.putAll(others);
            }
        }

        public void clear() {
            synchronized (mutex) {
                map.clear();
            }
        }

        public String toString() {
            synchronized (mutex) {
                return map.toString();
            }
        }

        public V getOrDefault(Object key, V otherwise) {
            synchronized (mutex) {
                return map.getOrDefault(key, otherwise);
            }
        }

        public void forEach(BiConsumer<? super K, ? super V> action) {
            synchronized (mutex) {
                map.forEach(action);
            }
        }

        public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
            synchronized (mutex) {
                map.replaceAll(function);
            }
        }

        public V putIfAbsent(K key, V value) {
            synchronized (mutex) {
                return map.putIfAbsent(key, value);
            }
        }

        public boolean remove(Object key, Object value) {
            synchronized (mutex) {
                return map.remove(key, value);
            }
        }

        public boolean replace(K key, V from, V to) {
            synchronized (mutex) {
                return map.replace(key, from, to);
            }
        }

        public V replace(K key, V value) {
            synchronized (mutex) {
                return map.replace(key, value);
            }
        }

        public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
            synchronized (mutex) {
                return map.computeIfAbsent(key, function);
            }
        }

        public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
            synchronized (mutex) {
                return map.computeIfPresent(key, function);
            }
        }

        public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
            synchronized (mutex) {
                return map.compute(key, function);
            }
        }

        public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
            synchronized (mutex) {
                return map.merge(key, value, function);
            }
        }

        public boolean equals(Object o) {
            if (o == this) {
                return true;
            }
            synchronized (mutex) {
                return map.equals(o);
            }
        }

        public int hashCode() {
            synchronized (mutex) {
                return map.hashCode();
            }
        }

        public Set<K> keySet() {
            synchronized (mutex) {
                return new SynchronizedSet<>(map.keySet(), mutex);
            }
        }

        public Set<Map.Entry<K, V>> entrySet() {
            synchronized (mutex) {
                return new SynchronizedSet<>(map.entrySet(), mutex);
            }
        }

        public Collection<V> values() {
            synchronized (mutex) {
                return new SynchronizedCollection<>(map.values(), mutex);
            }
        }
    }
}
