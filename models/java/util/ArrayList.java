package java.util;

import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** A list in an array. */
public class ArrayList<E> extends AbstractList<E>
        implements List<E>, RandomAccess, Cloneable, java.io.Serializable {
    private static final Object[] NONE = {};

    private Object[] elements;
    private int size;

    public ArrayList() {
        elements = NONE;
    }

    public ArrayList(int capacity) {
        if (capacity < 0) {
            throw new IllegalArgumentException(
                    "Illegal Capacity: ".concat(String.valueOf(capacity)));
        }
        elements = NONE;
    }

    public ArrayList(Collection<? extends E> others) {
        elements = others.toArray();
        size = elements.length;
        // Another collection may have given its own array, or one of another class.
        Object[] copy = new Object[size];
        for (int i = 0; i < size; i++) {
            copy[i] = elements[i];
        }
        elements = copy;
    }

    public void trimToSize() {
        modCount++;
    }

    public void ensureCapacity(int capacity) {
        braid.Internal.limit("ArrayList.ensureCapacity");
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public boolean contains(Object o) {
        return indexOf(o) >= 0;
    }

    public int indexOf(Object o) {
        for (int i = 0; i < size; i++) {
            if (o == null ? elements[i] == null : o.equals(elements[i])) {
                return i;
            }
        }
        return -1;
    }

    public int lastIndexOf(Object o) {
        for (int i = size - 1; i >= 0; i--) {
            if (o == null ? elements[i] == null : o.equals(elements[i])) {
                return i;
            }
        }
        return -1;
    }

    @SuppressWarnings("unchecked")
    public Object clone() {
        return new ArrayList<>((Collection<E>) this, getClass());
    }

    /** A copy; of classes below, fields would have to be copied, too. */
    private ArrayList(Collection<? extends E> others, Class<?> cls) {
        this(others);
        if (cls != ArrayList.class) {
            braid.Internal.limit("ArrayList.clone of a class below it");
        }
    }

    public Object[] toArray() {
        Object[] result = new Object[size];
        for (int i = 0; i < size; i++) {
            result[i] = elements[i];
        }
        return result;
    }

    @SuppressWarnings("unchecked")
    public <T> T[] toArray(T[] given) {
        T[] result = given.length >= size ? given
                : (T[]) braid.Internal.newArrayLike(given, size);
        for (int i = 0; i < size; i++) {
            result[i] = (T) elements[i];
        }
        if (result.length > size) {
            result[size] = null;
        }
        return result;
    }

    @SuppressWarnings("unchecked")
    public E get(int index) {
        Objects.checkIndex(index, size);
        return (E) elements[index];
    }

    @SuppressWarnings("unchecked")
    public E set(int index, E element) {
        Objects.checkIndex(index, size);
        E old = (E) elements[index];
        elements[index] = element;
        return old;
    }

    private void grow() {
        Object[] more = new Object[size < 4 ? 4 : 2 * size];
        for (int i = 0; i < size; i++) {
            more[i] = elements[i];
        }
        elements = more;
    }

    public boolean add(E e) {
        modCount++;
        if (size == elements.length) {
            grow();
        }
        elements[size] = e;
        size++;
        return true;
    }

    public void add(int index, E element) {
        checkPosition(index, size);
        modCount++;
        if (size == elements.length) {
            grow();
        }
        for (int i = size; i > index; i--) {
            elements[i] = elements[i - 1];
        }
        elements[index] = element;
        size++;
    }

    @SuppressWarnings("unchecked")
    public E remove(int index) {
        Objects.checkIndex(index, size);
        E old = (E) elements[index];
        removeAt(index);
        return old;
    }

    private void removeAt(int index) {
        modCount++;
        for (int i = index; i < size - 1; i++) {
            elements[i] = elements[i + 1];
        }
        size--;
        elements[size] = null;
    }

    public boolean remove(Object o) {
        int index = indexOf(o);
        if (index < 0) {
            return false;
        }
        removeAt(index);
        return true;
    }

    public void clear() {
        modCount++;
        for (int i = 0; i < size; i++) {
            elements[i] = null;
        }
        size = 0;
    }

    public boolean addAll(Collection<? extends E> others) {
        Object[] added = others.toArray();
        modCount++;
        insert(size, added);
        return added.length != 0;
    }

    public boolean addAll(int index, Collection<? extends E> others) {
        checkPosition(index, size);
        Object[] added = others.toArray();
        modCount++;
        insert(index, added);
        return added.length != 0;
    }

    private void insert(int index, Object[] added) {
        int count = added.length;
        if (size + count > elements.length) {
            Object[] more = new Object[size + count];
            for (int i = 0; i < size; i++) {
                more[i] = elements[i];
            }
            elements = more;
        }
        for (int i = size - 1; i >= index; i--) {
            elements[i + count] = elements[i];
        }
        for (int i = 0; i < count; i++) {
            elements[index + i] = added[i];
        }
        size += count;
    }

    protected void removeRange(int from, int to) {
        if (from > to) {
            throw new IndexOutOfBoundsException("From Index: ".concat(String.valueOf(from))
                    .concat(" > To Index: ").concat(String.valueOf(to)));
        }
        modCount++;
        for (int i = to; i < size; i++) {
            elements[from + i - to] = elements[i];
        }
        int left = size - (to - from);
        for (int i = left; i < size; i++) {
            elements[i] = null;
        }
        size = left;
    }

    public boolean removeAll(Collection<?> others) {
        Objects.requireNonNull(others);
        return drop(others, true);
    }

    public boolean retainAll(Collection<?> others) {
        Objects.requireNonNull(others);
        return drop(others, false);
    }

    private boolean drop(Collection<?> others, boolean those) {
        boolean[] keeps = new boolean[size];
        for (int i = 0; i < keeps.length; i++) {
            keeps[i] = others.contains(elements[i]) != those;
        }
        int kept = keep(keeps);
        modCount += keeps.length - kept;
        return kept != keeps.length;
    }

    /** Moves together what is kept; how many. */
    private int keep(boolean[] keeps) {
        int kept = 0;
        for (int i = 0; i < keeps.length; i++) {
            if (keeps[i]) {
                elements[kept] = elements[i];
                kept++;
            }
        }
        for (int i = kept; i < keeps.length; i++) {
            elements[i] = null;
        }
        size = kept;
        return kept;
    }

    private void checkChanges(int expected) {
        if (modCount != expected) {
            throw new ConcurrentModificationException();
        }
    }

    @SuppressWarnings("unchecked")
    public void forEach(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        int expected = modCount;
        int count = size;
        for (int i = 0; modCount == expected && i < count; i++) {
            action.accept((E) elements[i]);
        }
        checkChanges(expected);
    }

    @SuppressWarnings("unchecked")
    public boolean removeIf(Predicate<? super E> filter) {
        Objects.requireNonNull(filter);
        int expected = modCount;
        boolean[] keeps = new boolean[size];
        boolean any = false;
        for (int i = 0; i < keeps.length; i++) {
            keeps[i] = !filter.test((E) elements[i]);
            any |= !keeps[i];
        }
        checkChanges(expected);
        if (any) {
            modCount++;
            keep(keeps);
        }
        return any;
    }

    @SuppressWarnings("unchecked")
    public void replaceAll(UnaryOperator<E> operator) {
        Objects.requireNonNull(operator);
        int expected = modCount;
        int count = size;
        for (int i = 0; modCount == expected && i < count; i++) {
            elements[i] = operator.apply((E) elements[i]);
        }
        checkChanges(expected);
    }

    public void sort(Comparator<? super E> order) {
        int expected = modCount;
        Sorting.sort(elements, size, order);
        checkChanges(expected);
        modCount++;
    }

    public boolean equals(Object o) {
        int expected = modCount;
        boolean result = super.equals(o);
        if (o != this && o instanceof List) {
            checkChanges(expected);
        }
        return result;
    }

    public int hashCode() {
        int expected = modCount;
        int hash = 1;
        for (int i = 0; i < size; i++) {
            Object e = elements[i];
            hash = 31 * hash + (e == null ? 0 : e.hashCode());
        }
        checkChanges(expected);
        return hash;
    }

    public Iterator<E> iterator() {
        return new Walk<>(this, 0);
    }

    public ListIterator<E> listIterator() {
        return new Walk<>(this, 0);
    }

    public ListIterator<E> listIterator(int index) {
        checkPosition(index, size);
        return new Walk<>(this, index);
    }

    private static final class Walk<E> implements ListIterator<E> {
        private final ArrayList<E> list;
        private int cursor;
        private int last = -1;
        private int expected;

        Walk(ArrayList<E> list, int index) {
            this.list = list;
            this.cursor = index;
            this.expected = list.modCount;
        }

        public boolean hasNext() {
            return cursor != list.size;
        }

        @SuppressWarnings("unchecked")
        public E next() {
            list.checkChanges(expected);
            int i = cursor;
            if (i >= list.size) {
                throw new NoSuchElementException();
            }
            last = i;
            cursor = i + 1;
            return (E) list.elements[i];
        }

        @SuppressWarnings("unchecked")
        public void forEachRemaining(Consumer<? super E> action) {
            Objects.requireNonNull(action);
            int count = list.size;
            int i = cursor;
            if (i >= count) {
                return;
            }
            while (i < count && list.modCount == expected) {
                action.accept((E) list.elements[i]);
                i++;
            }
            cursor = i;
            last = i - 1;
            list.checkChanges(expected);
        }

        public boolean hasPrevious() {
            return cursor != 0;
        }

        @SuppressWarnings("unchecked")
        public E previous() {
            list.checkChanges(expected);
            int i = cursor - 1;
            if (i < 0) {
                throw new NoSuchElementException();
            }
            cursor = i;
            last = i;
            return (E) list.elements[i];
        }

        public int nextIndex() {
            return cursor;
        }

        public int previousIndex() {
            return cursor - 1;
        }

        private void checkLast() {
            if (last < 0) {
                throw new IllegalStateException();
            }
            list.checkChanges(expected);
        }

        public void remove() {
            checkLast();
            list.remove(last);
            cursor = last;
            last = -1;
            expected = list.modCount;
        }

        public void set(E e) {
            checkLast();
            list.set(last, e);
        }

        public void add(E e) {
            list.checkChanges(expected);
            int i = cursor;
            list.add(i, e);
            cursor = i + 1;
            last = -1;
            expected = list.modCount;
        }
    }
}
