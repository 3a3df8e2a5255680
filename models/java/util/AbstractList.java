package java.util;

/** What lists have in common, by their indices. */
public abstract class AbstractList<E> extends AbstractCollection<E> implements List<E> {
    /** How often the structure was changed. */
    protected transient int modCount;

    protected AbstractList() {
    }

    public abstract E get(int index);

    public boolean add(E e) {
        add(size(), e);
        return true;
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
        ListIterator<E> all = listIterator();
        while (all.hasNext()) {
            if (Objects.equals(o, all.next())) {
                return all.previousIndex();
            }
        }
        return -1;
    }

    public int lastIndexOf(Object o) {
        ListIterator<E> all = listIterator(size());
        while (all.hasPrevious()) {
            if (Objects.equals(o, all.previous())) {
                return all.nextIndex();
            }
        }
        return -1;
    }

    public void clear() {
        removeRange(0, size());
    }

    protected void removeRange(int from, int to) {
        ListIterator<E> all = listIterator(from);
        for (int i = from; i < to; i++) {
            all.next();
            all.remove();
        }
    }

    static IndexOutOfBoundsException outside(int index, int size) {
        return new IndexOutOfBoundsException("Index: ".concat(String.valueOf(index))
                .concat(", Size: ").concat(String.valueOf(size)));
    }

    static void checkPosition(int index, int size) {
        if (index < 0 || index > size) {
            throw outside(index, size);
        }
    }

    public boolean addAll(int index, Collection<? extends E> others) {
        checkPosition(index, size());
        int at = index;
        for (E other : others) {
            add(at, other);
            at++;
        }
        return at != index;
    }

    public Iterator<E> iterator() {
        return new Walk<>(this, 0);
    }

    public ListIterator<E> listIterator() {
        return listIterator(0);
    }

    public ListIterator<E> listIterator(int index) {
        checkPosition(index, size());
        return new Walk<>(this, index);
    }

    private static final class Walk<E> implements ListIterator<E> {
        private final AbstractList<E> list;
        private int cursor;
        private int last = -1;
        private int expected;

        Walk(AbstractList<E> list, int index) {
            this.list = list;
            this.cursor = index;
            this.expected = list.modCount;
        }

        private void check() {
            if (list.modCount != expected) {
                throw new ConcurrentModificationException();
            }
        }

        public boolean hasNext() {
            return cursor != list.size();
        }

        public E next() {
            check();
            try {
                E result = list.get(cursor);
                last = cursor;
                cursor++;
                return result;
            } catch (IndexOutOfBoundsException e) {
                check();
                throw new NoSuchElementException();
            }
        }

        public boolean hasPrevious() {
            return cursor != 0;
        }

        public E previous() {
            check();
            try {
                E result = list.get(cursor - 1);
                cursor--;
                last = cursor;
                return result;
            } catch (IndexOutOfBoundsException e) {
                check();
                throw new NoSuchElementException();
            }
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
            check();
        }

        public void remove() {
            checkLast();
            try {
                list.remove(last);
                if (last < cursor) {
                    cursor--;
                }
                last = -1;
                expected = list.modCount;
            } catch (IndexOutOfBoundsException e) {
                throw new ConcurrentModificationException();
            }
        }

        public void set(E e) {
            checkLast();
            try {
                list.set(last, e);
                expected = list.modCount;
            } catch (IndexOutOfBoundsException outside) {
                throw new ConcurrentModificationException();
            }
        }

        public void add(E e) {
            check();
            try {
                list.add(cursor, e);
                cursor++;
                last = -1;
                expected = list.modCount;
            } catch (IndexOutOfBoundsException outside) {
                throw new ConcurrentModificationException();
            }
        }
    }

    public List<E> subList(int from, int to) {
        checkRange(from, to, size());
        return new Part<>(this, null, from, to - from);
    }

    static void checkRange(int from, int to, int size) {
        if (from < 0) {
            throw new IndexOutOfBoundsException("fromIndex = ".concat(String.valueOf(from)));
        }
        if (to > size) {
            throw new IndexOutOfBoundsException("toIndex = ".concat(String.valueOf(to)));
        }
        if (from > to) {
            throw new IllegalArgumentException("fromIndex(".concat(String.valueOf(from))
                    .concat(") > toIndex(").concat(String.valueOf(to)).concat(")"));
        }
    }

    /** A part of a list, which changes with it. */
    private static final class Part<E> extends AbstractList<E> {
        private final AbstractList<E> whole;
        private final Part<E> outer;
        private final int offset;
        private int size;

        Part(AbstractList<E> whole, Part<E> outer, int offset, int size) {
            this.whole = whole;
            this.outer = outer;
            this.offset = offset;
            this.size = size;
            this.modCount = whole.modCount;
        }

        private void check() {
            if (whole.modCount != modCount) {
                throw new ConcurrentModificationException();
            }
        }

        private void changed(int by) {
            for (Part<E> part = this; part != null; part = part.outer) {
                part.size += by;
                part.modCount = whole.modCount;
            }
        }

        public int size() {
            check();
            return size;
        }

        public E get(int index) {
            Objects.checkIndex(index, size);
            check();
            return whole.get(offset + index);
        }

        public E set(int index, E element) {
            Objects.checkIndex(index, size);
            check();
            return whole.set(offset + index, element);
        }

        public void add(int index, E element) {
            checkPosition(index, size);
            check();
            whole.add(offset + index, element);
            changed(1);
        }

        public E remove(int index) {
            Objects.checkIndex(index, size);
            check();
            E result = whole.remove(offset + index);
            changed(-1);
            return result;
        }

        protected void removeRange(int from, int to) {
            check();
            whole.removeRange(offset + from, offset + to);
            changed(from - to);
        }

        public List<E> subList(int from, int to) {
            checkRange(from, to, size);
            return new Part<>(whole, this, offset + from, to - from);
        }
    }

    public boolean equals(Object o) {
        if (o == this) {
            return true;
        }
        if (!(o instanceof List)) {
            return false;
        }
        Iterator<E> mine = iterator();
        Iterator<?> theirs = ((List<?>) o).iterator();
        while (mine.hasNext() && theirs.hasNext()) {
            if (!Objects.equals(mine.next(), theirs.next())) {
                return false;
            }
        }
        return !mine.hasNext() && !theirs.hasNext();
    }

    public int hashCode() {
        int hash = 1;
        for (E e : this) {
            hash = 31 * hash + (e == null ? 0 : e.hashCode());
        }
        return hash;
    }
}
