package java.util.concurrent;

import java.util.AbstractQueue;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Objects;
import java.util.SortedSet;
import java.util.concurrent.Gates.Heap;
import java.util.concurrent.Gates.HeapWalk;
import java.util.concurrent.Rows.Row;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** A priority queue without a bound, for threads that wait for an element. */
public class PriorityBlockingQueue<E> extends AbstractQueue<E>
        implements BlockingQueue<E>, java.io.Serializable {
    private final Heap heap;

    public PriorityBlockingQueue() {
        heap = new Heap(null);
    }

    public PriorityBlockingQueue(int initialCapacity) {
        this(initialCapacity, null);
    }

    public PriorityBlockingQueue(int initialCapacity, Comparator<? super E> comparator) {
        if (initialCapacity < 1) {
            throw new IllegalArgumentException();
        }
        heap = new Heap(comparator);
    }

    public PriorityBlockingQueue(Collection<? extends E> c) {
        boolean isOrdered = true;
        if (c instanceof SortedSet) {
            heap = new Heap(((SortedSet<?>) c).comparator());
        } else if (c instanceof PriorityBlockingQueue) {
            heap = new Heap(((PriorityBlockingQueue<?>) c).heap.order);
        } else {
            heap = new Heap(null);
            isOrdered = false;
        }
        heap.gate.enter();
        heap.fill(c.toArray());
        if (!isOrdered) {
            heap.order();
        }
        heap.gate.leave();
    }

    public boolean add(E e) {
        return offer(e);
    }

    public boolean offer(E e) {
        Objects.requireNonNull(e);
        heap.put(e);
        return true;
    }

    public void put(E e) {
        offer(e);
    }

    public boolean offer(E e, long timeout, TimeUnit unit) {
        return offer(e);
    }

    @SuppressWarnings("unchecked")
    public E poll() {
        if (!heap.gate.tryEnterIfAny()) {
            return null;
        }
        try {
            return (E) heap.poll();
        } finally {
            heap.gate.leave();
        }
    }

    @SuppressWarnings("unchecked")
    public E take() throws InterruptedException {
        heap.gate.waitForAny();
        try {
            return (E) heap.poll();
        } finally {
            heap.gate.leave();
        }
    }

    public E poll(long timeout, TimeUnit unit) throws InterruptedException {
        Objects.requireNonNull(unit);
        Thread.throwIfInterrupted0();
        return poll();
    }

    @SuppressWarnings("unchecked")
    public E peek() {
        if (!heap.gate.tryEnterIfAny()) {
            return null;
        }
        Object e = heap.peek();
        heap.gate.leave();
        return (E) e;
    }

    @SuppressWarnings("unchecked")
    public Comparator<? super E> comparator() {
        return (Comparator<? super E>) (Comparator<?>) heap.order;
    }

    public int size() {
        return heap.gate.size();
    }

    public boolean isEmpty() {
        return heap.gate.size() == 0;
    }

    public int remainingCapacity() {
        return Integer.MAX_VALUE;
    }

    public boolean remove(Object o) {
        return heap.remove(o);
    }

    public boolean contains(Object o) {
        return heap.contains(o);
    }

    public String toString() {
        return Row.text(this, heap.items());
    }

    public int drainTo(Collection<? super E> c) {
        return drainTo(c, Integer.MAX_VALUE);
    }

    @SuppressWarnings("unchecked")
    public int drainTo(Collection<? super E> c, int maxElements) {
        Objects.requireNonNull(c);
        if (c == this) {
            throw new IllegalArgumentException();
        }
        if (maxElements <= 0 || !heap.gate.tryEnterIfAny()) {
            return 0;
        }
        try {
            int drained = 0;
            for (; drained < maxElements && heap.peek() != null; drained++) {
                c.add((E) heap.peek());
                heap.poll();
            }
            return drained;
        } finally {
            heap.gate.leave();
        }
    }

    public void clear() {
        heap.clear();
    }

    public Object[] toArray() {
        return heap.items();
    }

    public <T> T[] toArray(T[] a) {
        return Row.copy(heap.items(), a);
    }

    public Iterator<E> iterator() {
        return new HeapWalk<>(heap);
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
        heap.gate.enter();
        try {
            Heap.Cell[] cells = heap.inside();
            Object[] kept = new Object[cells.length];
            int count = 0;
            for (int i = 0; i < cells.length; i++) {
                Object item = cells[i].item;
                if (!filter.test((E) item)) {
                    kept[count++] = item;
                }
            }
            if (count == cells.length) {
                return false;
            }
            Object[] all = new Object[count];
            for (int i = 0; i < count; i++) {
                all[i] = kept[i];
            }
            heap.fill(all);
            heap.order();
            return true;
        } finally {
            heap.gate.leave();
        }
    }

    @SuppressWarnings("unchecked")
    public void forEach(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        Object[] items = heap.items();
        for (int i = 0; i < items.length; i++) {
            action.accept((E) items[i]);
        }
    }
}
