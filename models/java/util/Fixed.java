package java.util;

import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * What List.of, Set.of and Map.of make: nothing can be changed, nothing is null. The order of sets
 * and maps with several elements differs from run to run: who asks for it ends the path.
 */
final class Fixed {
    private Fixed() {
    }

    private static UnsupportedOperationException refused() {
        return new UnsupportedOperationException();
    }

    static <E> List<E> list(Object[] elements) {
        return new FixedList<>(copy(elements));
    }

    static <E> Set<E> set(Object[] elements) {
        Object[] all = copy(elements);
        for (int i = 1; i < all.length; i++) {
            for (int k = 0; k < i; k++) {
                if (all[i].equals(all[k])) {
                    throw new IllegalArgumentException(
                            "duplicate element: ".concat(String.valueOf(all[i])));
                }
            }
        }
        return new FixedSet<>(all);
    }

    static <K, V> Map<K, V> map(Object[] pairs) {
        Object[] all = copy(pairs);
        for (int i = 2; i < all.length; i += 2) {
            for (int k = 0; k < i; k += 2) {
                if (all[i].equals(all[k])) {
                    throw new IllegalArgumentException(
                            "duplicate key: ".concat(String.valueOf(all[i])));
                }
            }
        }
        return new FixedMap<>(all);
    }

    private static Object[] copy(Object[] elements) {
        Object[] result = new Object[elements.length];
        for (int i = 0; i < result.length; i++) {
            result[i] = Objects.requireNonNull(elements[i]);
        }
        return result;
    }

    /** A walk that cannot remove. */
    private static final class Walk<E> implements ListIterator<E> {
        private final List<E> list;
        private int cursor;

        Walk(List<E> list, int cursor) {
            this.list = list;
            this.cursor = cursor;
        }

        public boolean hasNext() {
            return cursor != list.size();
        }

        public E next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            cursor++;
            return list.get(cursor - 1);
        }

        public boolean hasPrevious() {
            return cursor != 0;
        }

        public E previous() {
            if (!hasPrevious()) {
                throw new NoSuchElementException();
            }
            cursor--;
            return list.get(cursor);
        }

        public int nextIndex() {
            return cursor;
        }

        public int previousIndex() {
            return cursor - 1;
        }

        public void remove() {
            throw refused();
        }

        public void set(E e) {
            throw refused();
        }

        public void add(E e) {
            throw refused();
        }
    }

    private static final class FixedList<E> extends AbstractList<E> implements RandomAccess {
        private final Object[] elements;

        FixedList(Object[] elements) {
            this.elements = elements;
        }

        public int size() {
            return elements.length;
        }

        @SuppressWarnings("unchecked")
        public E get(int index) {
            if (index < 0 || index >= elements.length) {
                if (elements.length == 0 || elements.length > 2) {
                    throw new ArrayIndexOutOfBoundsException("Index "
                            .concat(String.valueOf(index)).concat(" out of bounds for length ")
                            .concat(String.valueOf(elements.length)));
                }
                throw new IndexOutOfBoundsException("Index: ".concat(String.valueOf(index))
                        .concat(" Size: ").concat(String.valueOf(elements.length)));
            }
            return (E) elements[index];
        }

        public Iterator<E> iterator() {
            return new Walk<>(this, 0);
        }

        public ListIterator<E> listIterator() {
            return new Walk<>(this, 0);
        }

        public ListIterator<E> listIterator(int index) {
            if (index < 0 || index > elements.length) {
                throw new IndexOutOfBoundsException("Index: ".concat(String.valueOf(index))
                        .concat(" Size: ").concat(String.valueOf(elements.length)));
            }
            return new Walk<>(this, index);
        }

        public int indexOf(Object o) {
            Objects.requireNonNull(o);
            for (int i = 0; i < elements.length; i++) {
                if (o.equals(elements[i])) {
                    return i;
                }
            }
            return -1;
        }

        public int lastIndexOf(Object o) {
            Objects.requireNonNull(o);
            for (int i = elements.length - 1; i >= 0; i--) {
                if (o.equals(elements[i])) {
                    return i;
                }
            }
            return -1;
        }

        public boolean contains(Object o) {
            return indexOf(o) >= 0;
        }

        public List<E> subList(int from, int to) {
            checkRange(from, to, elements.length);
            Object[] part = new Object[to - from];
            for (int i = 0; i < part.length; i++) {
                part[i] = elements[from + i];
            }
            return new FixedList<>(part);
        }

        public boolean add(E e) {
            throw refused();
        }

        public boolean addAll(Collection<? extends E> others) {
            throw refused();
        }

        public boolean addAll(int index, Collection<? extends E> others) {
            throw refused();
        }

        public void clear() {
            throw refused();
        }

        public boolean remove(Object o) {
            throw refused();
        }

        public boolean removeAll(Collection<?> others) {
            throw refused();
        }

        public boolean retainAll(Collection<?> others) {
            throw refused();
        }

        public boolean removeIf(Predicate<? super E> filter) {
            throw refused();
        }

        public void replaceAll(UnaryOperator<E> operator) {
            throw refused();
        }

        public void sort(Comparator<? super E> order) {
            throw refused();
        }
    }

    private static void order() {
        braid.Internal.limit("the order of what Set.of or Map.of made");
    }

    private static final class FixedSet<E> extends AbstractSet<E> {
        private final Object[] elements;

        FixedSet(Object[] elements) {
            this.elements = elements;
        }

        public int size() {
            return elements.length;
        }

        public boolean contains(Object o) {
            Objects.requireNonNull(o);
            for (Object e : elements) {
                if (o.equals(e)) {
                    return true;
                }
            }
            return false;
        }

        public Iterator<E> iterator() {
            if (elements.length > 1) {
                order();
            }
            return new Walk<>(new FixedList<>(elements), 0);
        }

        public boolean equals(Object o) {
            if (o == this) {
                return true;
            }
            if (!(o instanceof Set) || ((Set<?>) o).size() != elements.length) {
                return false;
            }
            for (Object e : elements) {
                if (!((Set<?>) o).contains(e)) {
                    return false;
                }
            }
            return true;
        }

        public int hashCode() {
            int hash = 0;
            for (Object e : elements) {
                hash += e.hashCode();
            }
            return hash;
        }

        public boolean add(E e) {
            throw refused();
        }

        public boolean addAll(Collection<? extends E> others) {
            throw refused();
        }

        public void clear() {
            throw refused();
        }

        public boolean remove(Object o) {
            throw refused();
        }

        public boolean removeAll(Collection<?> others) {
            throw refused();
        }

        public boolean retainAll(Collection<?> others) {
            throw refused();
        }

        public boolean removeIf(Predicate<? super E> filter) {
            throw refused();
        }
    }

    private static final class FixedMap<K, V> extends AbstractMap<K, V> {
        /** A key, its value, and so on. */
        private final Object[] pairs;

        FixedMap(Object[] pairs) {
            this.pairs = pairs;
        }

        public int size() {
            return pairs.length / 2;
        }

        private int find(Object key) {
            Objects.requireNonNull(key);
            for (int i = 0; i < pairs.length; i += 2) {
                if (key.equals(pairs[i])) {
                    return i;
                }
            }
            return -1;
        }

        @SuppressWarnings("unchecked")
        public V get(Object key) {
            int at = find(key);
            return at < 0 ? null : (V) pairs[at + 1];
        }

        public V getOrDefault(Object key, V otherwise) {
            V value = get(key);
            return value != null ? value : otherwise;
        }

        public boolean containsKey(Object key) {
            return find(key) >= 0;
        }

        public boolean containsValue(Object value) {
            Objects.requireNonNull(value);
            for (int i = 1; i < pairs.length; i += 2) {
                if (value.equals(pairs[i])) {
                    return true;
                }
            }
            return false;
        }

        @SuppressWarnings("unchecked")
        public Set<Entry<K, V>> entrySet() {
            Object[] entries = new Object[pairs.length / 2];
            for (int i = 0; i < entries.length; i++) {
                entries[i] = new SimpleImmutableEntry<>((K) pairs[2 * i], (V) pairs[2 * i + 1]);
            }
            return new FixedSet<>(entries);
        }

        public Set<K> keySet() {
            Object[] keys = new Object[pairs.length / 2];
            for (int i = 0; i < keys.length; i++) {
                keys[i] = pairs[2 * i];
            }
            return new FixedSet<>(keys);
        }

        public int hashCode() {
            int hash = 0;
            for (int i = 0; i < pairs.length; i += 2) {
                hash += pairs[i].hashCode() ^ pairs[i + 1].hashCode();
            }
            return hash;
        }

        public boolean equals(Object o) {
            if (o == this) {
                return true;
            }
            if (!(o instanceof Map) || ((Map<?, ?>) o).size() != size()) {
                return false;
            }
            for (int i = 0; i < pairs.length; i += 2) {
                if (!pairs[i + 1].equals(((Map<?, ?>) o).get(pairs[i]))) {
                    return false;
                }
            }
            return true;
        }

        public V put(K key, V value) {
            throw refused();
        }

        public void putAll(Map<? extends K, ? extends V> others) {
            throw refused();
        }

        public V remove(Object key) {
            throw refused();
        }

        public boolean remove(Object key, Object value) {
            throw refused();
        }

        public void clear() {
            throw refused();
        }

        public V putIfAbsent(K key, V value) {
            throw refused();
        }

        public V replace(K key, V value) {
            throw refused();
        }

        public boolean replace(K key, V from, V to) {
            throw refused();
        }

        public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
            throw refused();
        }

        public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
            throw refused();
        }

        public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
            throw refused();
        }

        public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
            throw refused();
        }

        public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
            throw refused();
        }
    }
}
