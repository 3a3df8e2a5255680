package java.util.concurrent;

import braid.Internal;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.concurrent.Rows.Row;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * A list in an array that nobody changes: who changes the list has a lock, which orders nothing, and
 * makes another array. Who finds an array comes after who made it.
 */
public class CopyOnWriteArrayList<E>
        implements List<E>, RandomAccess, Cloneable, java.io.Serializable {
    private static final class Lock {
    }

    private final Lock lock = new Lock();
    private volatile Object[] array;

    public CopyOnWriteArrayList() {
        array = new Object[0];
    }

    public CopyOnWriteArrayList(Collection<? extends E> c) {
        array = copyOf(c.toArray());
    }

    public CopyOnWriteArrayList(E[] toCopyIn) {
        array = copyOf(toCopyIn);
    }

    private static Object[] copyOf(Object[] from) {
        return part(from, 0, from.length);
    }

    private static Object[] part(Object[] from, int begin, int end) {
        Object[] copy = new Object[end - begin];
        for (int i = 0; i < copy.length; i++) {
            copy[i] = from[begin + i];
        }
        return copy;
    }

    /** Others in the place of some. */
    private static Object[] spliced(Object[] from, int begin, int end, Object[] others) {
        int moved = others.length - (end - begin);
        Object[] copy = new Object[from.length + moved];
        for (int i = 0; i < begin; i++) {
            copy[i] = from[i];
        }
        for (int i = 0; i < others.length; i++) {
            copy[begin + i] = others[i];
        }
        for (int i = end; i < from.length; i++) {
            copy[i + moved] = from[i];
        }
        return copy;
    }

    private static boolean isSame(Object a, Object b) {
        return a == null ? b == null : a.equals(b);
    }

    private static int find(Object o, Object[] in, int from, int to) {
        for (int i = from; i < to; i++) {
            if (isSame(o, in[i])) {
                return i;
            }
        }
        return -1;
    }

    private static int findLast(Object o, Object[] in, int from, int to) {
        for (int i = to - 1; i >= from; i--) {
            if (isSame(o, in[i])) {
                return i;
            }
        }
        return -1;
    }

    private static void checkIndex(int index, int size) {
        if (index < 0 || index >= size) {
            throw new ArrayIndexOutOfBoundsException("Index ".concat(String.valueOf(index))
                    .concat(" out of bounds for length ").concat(String.valueOf(size)));
        }
    }

    private static void checkPosition(int index, int size) {
        if (index < 0 || index > size) {
            throw new IndexOutOfBoundsException("Index: ".concat(String.valueOf(index))
                    .concat(", Size: ").concat(String.valueOf(size)));
        }
    }

    // ---- looking
    public int size() {
        return array.length;
    }

    public boolean isEmpty() {
        return array.length == 0;
    }

    public boolean contains(Object o) {
        return indexOf(o) >= 0;
    }

    public int indexOf(Object o) {
        Object[] now = array;
        return find(o, now, 0, now.length);
    }

    public int indexOf(E e, int index) {
        Object[] now = array;
        if (index < 0 && now.length > 0) {
            checkIndex(index, now.length);
        }
        return find(e, now, index, now.length);
    }

    public int lastIndexOf(Object o) {
        Object[] now = array;
        return findLast(o, now, 0, now.length);
    }

    public int lastIndexOf(E e, int index) {
        Object[] now = array;
        if (index >= 0) {
            checkIndex(index, now.length);
        }
        return findLast(e, now, 0, index + 1);
    }

    @SuppressWarnings("unchecked")
    public E get(int index) {
        Object[] now = array;
        checkIndex(index, now.length);
        return (E) now[index];
    }

    public Object[] toArray() {
        return copyOf(array);
    }

    public <T> T[] toArray(T[] a) {
        return Row.copy(array, a);
    }

    public boolean containsAll(Collection<?> c) {
        Object[] now = array;
        for (Object e : c) {
            if (find(e, now, 0, now.length) < 0) {
                return false;
            }
        }
        return true;
    }

    @SuppressWarnings("unchecked")
    public void forEach(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        Object[] now = array;
        for (int i = 0; i < now.length; i++) {
            action.accept((E) now[i]);
        }
    }

    public String toString() {
        Object[] now = array;
        String text = "[";
        for (int i = 0; i < now.length; i++) {
            if (i > 0) {
                text = text.concat(", ");
            }
            text = text.concat(String.valueOf(now[i]));
        }
        return text.concat("]");
    }

    public boolean equals(Object o) {
        if (o == this) {
            return true;
        }
        if (!(o instanceof List)) {
            return false;
        }
        Iterator<?> others = ((List<?>) o).iterator();
        Object[] now = array;
        for (int i = 0; i < now.length; i++) {
            if (!others.hasNext() || !isSame(now[i], others.next())) {
                return false;
            }
        }
        return !others.hasNext();
    }

    public int hashCode() {
        Object[] now = array;
        int hash = 1;
        for (int i = 0; i < now.length; i++) {
            hash = 31 * hash + (now[i] == null ? 0 : now[i].hashCode());
        }
        return hash;
    }

    public Object clone() {
        if (getClass() != CopyOnWriteArrayList.class) {
            Internal.limit("CopyOnWriteArrayList.clone of a class below it");
        }
        CopyOnWriteArrayList<E> copy = new CopyOnWriteArrayList<>();
        copy.array = array;
        return copy;
    }

    // ---- changing
    private void enter() {
        Internal.enter(lock);
    }

    private void leave() {
        Internal.leave(lock);
    }

    @SuppressWarnings("unchecked")
    public E set(int index, E element) {
        enter();
        try {
            Object[] now = array;
            checkIndex(index, now.length);
            E old = (E) now[index];
            if (old != element) {
                now = copyOf(now);
                now[index] = element;
            }
            array = now;
            return old;
        } finally {
            leave();
        }
    }

    public boolean add(E e) {
        enter();
        Object[] now = array;
        array = spliced(now, now.length, now.length, new Object[] {e});
        leave();
        return true;
    }

    public void add(int index, E element) {
        enter();
        try {
            Object[] now = array;
            checkPosition(index, now.length);
            array = spliced(now, index, index, new Object[] {element});
        } finally {
            leave();
        }
    }

    @SuppressWarnings("unchecked")
    public E remove(int index) {
        enter();
        try {
            Object[] now = array;
            checkIndex(index, now.length);
            array = spliced(now, index, index + 1, new Object[0]);
            return (E) now[index];
        } finally {
            leave();
        }
    }

    public boolean remove(Object o) {
        enter();
        try {
            Object[] now = array;
            int index = find(o, now, 0, now.length);
            if (index < 0) {
                return false;
            }
            array = spliced(now, index, index + 1, new Object[0]);
            return true;
        } finally {
            leave();
        }
    }

    public boolean addIfAbsent(E e) {
        enter();
        try {
            Object[] now = array;
            if (find(e, now, 0, now.length) >= 0) {
                return false;
            }
            array = spliced(now, now.length, now.length, new Object[] {e});
            return true;
        } finally {
            leave();
        }
    }

    public int addAllAbsent(Collection<? extends E> c) {
        Object[] others = c.toArray();
        if (others.length == 0) {
            return 0;
        }
        enter();
        try {
            Object[] now = array;
            Object[] added = new Object[others.length];
            int count = 0;
            for (int i = 0; i < others.length; i++) {
                Object e = others[i];
                if (find(e, now, 0, now.length) < 0 && find(e, added, 0, count) < 0) {
                    added[count++] = e;
                }
            }
            if (count > 0) {
                array = spliced(now, now.length, now.length, part(added, 0, count));
            }
            return count;
        } finally {
            leave();
        }
    }

    public void clear() {
        enter();
        array = new Object[0];
        leave();
    }

    public boolean addAll(Collection<? extends E> c) {
        Object[] others = c.toArray();
        if (others.length == 0) {
            return false;
        }
        enter();
        Object[] now = array;
        array = spliced(now, now.length, now.length, others);
        leave();
        return true;
    }

    public boolean addAll(int index, Collection<? extends E> c) {
        Object[] others = c.toArray();
        enter();
        try {
            Object[] now = array;
            checkPosition(index, now.length);
            if (others.length == 0) {
                return false;
            }
            array = spliced(now, index, index, others);
            return true;
        } finally {
            leave();
        }
    }

    public boolean removeAll(Collection<?> c) {
        Objects.requireNonNull(c);
        return removeBetween(e -> c.contains(e), 0, -1);
    }

    public boolean retainAll(Collection<?> c) {
        Objects.requireNonNull(c);
        return removeBetween(e -> !c.contains(e), 0, -1);
    }

    public boolean removeIf(Predicate<? super E> filter) {
        Objects.requireNonNull(filter);
        return removeBetween(filter, 0, -1);
    }

    /** To -1: to the end. */
    @SuppressWarnings("unchecked")
    private boolean removeBetween(Predicate<? super E> filter, int from, int to) {
        enter();
        try {
            Object[] now = array;
            int end = to < 0 ? now.length : to;
            Object[] kept = new Object[end - from];
            int count = 0;
            for (int i = from; i < end; i++) {
                if (!filter.test((E) now[i])) {
                    kept[count++] = now[i];
                }
            }
            if (count == kept.length) {
                return false;
            }
            array = spliced(now, from, end, part(kept, 0, count));
            return true;
        } finally {
            leave();
        }
    }

    @SuppressWarnings("unchecked")
    public void replaceAll(UnaryOperator<E> operator) {
        Objects.requireNonNull(operator);
        enter();
        try {
            Object[] made = copyOf(array);
            for (int i = 0; i < made.length; i++) {
                made[i] = operator.apply((E) made[i]);
            }
            array = made;
        } finally {
            leave();
        }
    }

    @SuppressWarnings("unchecked")
    public void sort(Comparator<? super E> c) {
        enter();
        try {
            Object[] made = copyOf(array);
            Arrays.sort(made, (Comparator<Object>) c);
            array = made;
        } finally {
            leave();
        }
    }

    // ---- walking
    public Iterator<E> iterator() {
        return new Walk<>(array, 0);
    }

    public ListIterator<E> listIterator() {
        return new Walk<>(array, 0);
    }

    public ListIterator<E> listIterator(int index) {
        Object[] now = array;
        checkPosition(index, now.length);
        return new Walk<>(now, index);
    }

    private static final class Walk<E> implements ListIterator<E> {
        private final Object[] all;
        private int cursor;

        Walk(Object[] all, int cursor) {
            this.all = all;
            this.cursor = cursor;
        }

        public boolean hasNext() {
            return cursor < all.length;
        }

        public boolean hasPrevious() {
            return cursor > 0;
        }

        @SuppressWarnings("unchecked")
        public E next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return (E) all[cursor++];
        }

        @SuppressWarnings("unchecked")
        public E previous() {
            if (!hasPrevious()) {
                throw new NoSuchElementException();
            }
            return (E) all[--cursor];
        }

        public int nextIndex() {
            return cursor;
        }

        public int previousIndex() {
            return cursor - 1;
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

        @SuppressWarnings("unchecked")
        public void forEachRemaining(Consumer<? super E> action) {
            Objects.requireNonNull(action);
            for (; cursor < all.length; cursor++) {
                action.accept((E) all[cursor]);
            }
        }
    }

    public List<E> subList(int fromIndex, int toIndex) {
        Object[] now = array;
        if (fromIndex < 0 || toIndex > now.length || fromIndex > toIndex) {
            throw new IndexOutOfBoundsException();
        }
        return new Part<>(this, now, fromIndex, toIndex - fromIndex);
    }

    /** A part of a list, as long as nothing else changes that. */
    private static final class Part<E> extends AbstractList<E> implements RandomAccess {
        private final CopyOnWriteArrayList<E> list;
        private Object[] expected;
        private final int offset;
        private int size;

        Part(CopyOnWriteArrayList<E> list, Object[] expected, int offset, int size) {
            this.list = list;
            this.expected = expected;
            this.offset = offset;
            this.size = size;
        }

        private void enter() {
            list.enter();
            if (list.array != expected) {
                list.leave();
                throw new ConcurrentModificationException();
            }
        }

        private void leave() {
            expected = list.array;
            list.leave();
        }

        public int size() {
            enter();
            leave();
            return size;
        }

        public E get(int index) {
            checkRange(index);
            enter();
            try {
                return list.get(offset + index);
            } finally {
                leave();
            }
        }

        private void checkRange(int index) {
            if (index < 0 || index >= size) {
                throw new IndexOutOfBoundsException("Index: ".concat(String.valueOf(index))
                        .concat(", Size: ").concat(String.valueOf(size)));
            }
        }

        public E set(int index, E element) {
            checkRange(index);
            enter();
            try {
                return list.set(offset + index, element);
            } finally {
                leave();
            }
        }

        public void add(int index, E element) {
            enter();
            try {
                checkPosition(index, size);
                list.add(offset + index, element);
                size++;
            } finally {
                leave();
            }
        }

        public E remove(int index) {
            checkRange(index);
            enter();
            try {
                E old = list.remove(offset + index);
                size--;
                return old;
            } finally {
                leave();
            }
        }

        public void clear() {
            removeIf(e -> true);
        }

        public boolean removeAll(Collection<?> c) {
            Objects.requireNonNull(c);
            return removeIf(e -> c.contains(e));
        }

        public boolean retainAll(Collection<?> c) {
            Objects.requireNonNull(c);
            return removeIf(e -> !c.contains(e));
        }

        public boolean removeIf(Predicate<? super E> filter) {
            Objects.requireNonNull(filter);
            enter();
            try {
                int before = list.array.length;
                boolean removed = list.removeBetween(filter, offset, offset + size);
                size -= before - list.array.length;
                return removed;
            } finally {
                leave();
            }
        }

        public void replaceAll(UnaryOperator<E> operator) {
            Objects.requireNonNull(operator);
            for (int i = 0; i < size; i++) {
                set(i, operator.apply(get(i)));
            }
        }

        @SuppressWarnings("unchecked")
        public void sort(Comparator<? super E> c) {
            Object[] made = toArray();
            Arrays.sort(made, (Comparator<Object>) c);
            for (int i = 0; i < made.length; i++) {
                set(i, (E) made[i]);
            }
        }

        private Object[] items() {
            enter();
            Object[] items = part(expected, offset, offset + size);
            leave();
            return items;
        }

        public Object[] toArray() {
            return items();
        }

        public Iterator<E> iterator() {
            return new Walk<>(items(), 0);
        }

        public ListIterator<E> listIterator() {
            return new Walk<>(items(), 0);
        }

        public ListIterator<E> listIterator(int index) {
            checkPosition(index, size);
            return new Walk<>(items(), index);
        }

        public List<E> subList(int from, int to) {
            if (from < 0 || to > size || from > to) {
                throw new IndexOutOfBoundsException();
            }
            enter();
            try {
                return new Part<>(list, expected, offset + from, to - from);
            } finally {
                leave();
            }
        }
    }
}
