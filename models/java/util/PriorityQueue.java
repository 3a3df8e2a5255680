package java.util;

import java.util.function.Consumer;
import java.util.function.Predicate;

/** A priority queue: a binary heap in an array, in the order that OpenJDK's has. */
public class PriorityQueue<E> extends AbstractQueue<E> implements java.io.Serializable {
    private final Comparator<Object> order;
    private Object[] heap;
    private int size;
    private int modCount;

    public PriorityQueue() {
        this(11, null);
    }

    public PriorityQueue(int initialCapacity) {
        this(initialCapacity, null);
    }

    public PriorityQueue(Comparator<? super E> comparator) {
        this(11, comparator);
    }

    @SuppressWarnings("unchecked")
    public PriorityQueue(int initialCapacity, Comparator<? super E> comparator) {
        if (initialCapacity < 1) {
            throw new IllegalArgumentException();
        }
        this.order = (Comparator<Object>) (Comparator<?>) comparator;
        this.heap = new Object[4];
    }

    @SuppressWarnings("unchecked")
    public PriorityQueue(Collection<? extends E> c) {
        if (c instanceof SortedSet) {
            order = (Comparator<Object>) (Comparator<?>) ((SortedSet<?>) c).comparator();
            fill(c.toArray());
        } else if (c instanceof PriorityQueue) {
            order = ((PriorityQueue<?>) c).order;
            fill(c.toArray());
        } else {
            order = null;
            fill(c.toArray());
            arrange();
        }
    }

    public PriorityQueue(PriorityQueue<? extends E> c) {
        order = c.order;
        fill(c.toArray());
    }

    @SuppressWarnings("unchecked")
    public PriorityQueue(SortedSet<? extends E> c) {
        order = (Comparator<Object>) (Comparator<?>) c.comparator();
        fill(c.toArray());
    }

    private void fill(Object[] items) {
        heap = new Object[items.length + 1];
        for (int i = 0; i < items.length; i++) {
            heap[i] = Objects.requireNonNull(items[i]);
        }
        size = items.length;
    }

    @SuppressWarnings("unchecked")
    private int compare(Object a, Object b) {
        return order != null ? order.compare(a, b) : ((Comparable<Object>) a).compareTo(b);
    }

    private void up(int index, Object item) {
        if (order == null) {
            Comparable<?> key = (Comparable<?>) item;
        }
        int k = index;
        while (k > 0) {
            int parent = (k - 1) >>> 1;
            Object above = heap[parent];
            if (compare(item, above) >= 0) {
                break;
            }
            heap[k] = above;
            k = parent;
        }
        heap[k] = item;
    }

    private void down(int index, Object item, int count) {
        int k = index;
        while (k < count >>> 1) {
            int child = 2 * k + 1;
            Object below = heap[child];
            if (child + 1 < count && compare(below, heap[child + 1]) > 0) {
                child++;
                below = heap[child];
            }
            if (compare(item, below) <= 0) {
                break;
            }
            heap[k] = below;
            k = child;
        }
        heap[k] = item;
    }

    private void arrange() {
        for (int i = (size >>> 1) - 1; i >= 0; i--) {
            down(i, heap[i], size);
        }
    }

    public boolean add(E e) {
        return offer(e);
    }

    public boolean offer(E e) {
        if (e == null) {
            throw new NullPointerException();
        }
        modCount++;
        if (size >= heap.length) {
            Object[] more = new Object[2 * size];
            for (int i = 0; i < size; i++) {
                more[i] = heap[i];
            }
            heap = more;
        }
        up(size, e);
        size++;
        return true;
    }

    @SuppressWarnings("unchecked")
    public E peek() {
        return (E) heap[0];
    }

    private int find(Object o) {
        if (o != null) {
            for (int i = 0; i < size; i++) {
                if (o.equals(heap[i])) {
                    return i;
                }
            }
        }
        return -1;
    }

    public boolean remove(Object o) {
        int index = find(o);
        if (index < 0) {
            return false;
        }
        removeAt(index);
        return true;
    }

    public boolean contains(Object o) {
        return find(o) >= 0;
    }

    public Object[] toArray() {
        Object[] items = new Object[size];
        for (int i = 0; i < size; i++) {
            items[i] = heap[i];
        }
        return items;
    }

    @SuppressWarnings("unchecked")
    public <T> T[] toArray(T[] a) {
        T[] result = a.length >= size ? a : (T[]) braid.Internal.newArrayLike(a, size);
        for (int i = 0; i < size; i++) {
            result[i] = (T) heap[i];
        }
        if (result.length > size) {
            result[size] = null;
        }
        return result;
    }

    public Iterator<E> iterator() {
        return new Walk<>(this);
    }

    private static final class Walk<E> implements Iterator<E> {
        private final PriorityQueue<E> queue;
        private int cursor;
        private int last = -1;
        /** What has moved to a place that the walk had passed. */
        private ArrayDeque<E> missed;
        private E lastMissed;
        private int expected;

        Walk(PriorityQueue<E> queue) {
            this.queue = queue;
            this.expected = queue.modCount;
        }

        private void check() {
            if (expected != queue.modCount) {
                throw new ConcurrentModificationException();
            }
        }

        public boolean hasNext() {
            return cursor < queue.size || missed != null && !missed.isEmpty();
        }

        @SuppressWarnings("unchecked")
        public E next() {
            check();
            if (cursor < queue.size) {
                last = cursor;
                cursor++;
                return (E) queue.heap[last];
            }
            if (missed != null) {
                last = -1;
                lastMissed = missed.poll();
                if (lastMissed != null) {
                    return lastMissed;
                }
            }
            throw new NoSuchElementException();
        }

        public void remove() {
            check();
            if (last >= 0) {
                E moved = queue.removeAt(last);
                last = -1;
                if (moved == null) {
                    cursor--;
                } else {
                    if (missed == null) {
                        missed = new ArrayDeque<>();
                    }
                    missed.add(moved);
                }
            } else if (lastMissed != null) {
                for (int i = 0; i < queue.size; i++) {
                    if (queue.heap[i] == lastMissed) {
                        queue.removeAt(i);
                        break;
                    }
                }
                lastMissed = null;
            } else {
                throw new IllegalStateException();
            }
            expected = queue.modCount;
        }
    }

    public int size() {
        return size;
    }

    public void clear() {
        modCount++;
        for (int i = 0; i < size; i++) {
            heap[i] = null;
        }
        size = 0;
    }

    @SuppressWarnings("unchecked")
    public E poll() {
        if (size == 0) {
            return null;
        }
        modCount++;
        Object first = heap[0];
        size--;
        Object moved = heap[size];
        heap[size] = null;
        if (size > 0) {
            down(0, moved, size);
        }
        return (E) first;
    }

    /** Gives the last element if that has come before this place. */
    @SuppressWarnings("unchecked")
    private E removeAt(int index) {
        modCount++;
        size--;
        if (index == size) {
            heap[index] = null;
            return null;
        }
        Object moved = heap[size];
        heap[size] = null;
        down(index, moved, size);
        if (heap[index] == moved) {
            up(index, moved);
            if (heap[index] != moved) {
                return (E) moved;
            }
        }
        return null;
    }

    @SuppressWarnings("unchecked")
    public Comparator<? super E> comparator() {
        return (Comparator<? super E>) (Comparator<?>) order;
    }

    public boolean removeIf(Predicate<? super E> filter) {
        Objects.requireNonNull(filter);
        return drop(filter);
    }

    public boolean removeAll(Collection<?> c) {
        Objects.requireNonNull(c);
        return drop(e -> c.contains(e));
    }

    public boolean retainAll(Collection<?> c) {
        Objects.requireNonNull(c);
        return drop(e -> !c.contains(e));
    }

    @SuppressWarnings("unchecked")
    private boolean drop(Predicate<? super E> filter) {
        modCount++;
        int expected = modCount;
        int count = size;
        boolean[] goes = new boolean[count];
        int kept = 0;
        for (int i = 0; i < count; i++) {
            goes[i] = filter.test((E) heap[i]);
            if (!goes[i]) {
                kept++;
            }
        }
        if (modCount != expected) {
            throw new ConcurrentModificationException();
        }
        if (kept == count) {
            return false;
        }
        int to = 0;
        for (int i = 0; i < count; i++) {
            if (!goes[i]) {
                heap[to++] = heap[i];
            }
        }
        for (int i = to; i < count; i++) {
            heap[i] = null;
        }
        size = to;
        arrange();
        return true;
    }

    @SuppressWarnings("unchecked")
    public void forEach(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        int expected = modCount;
        int count = size;
        for (int i = 0; i < count; i++) {
            action.accept((E) heap[i]);
        }
        if (modCount != expected) {
            throw new ConcurrentModificationException();
        }
    }
}
