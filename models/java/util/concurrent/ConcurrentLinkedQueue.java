package java.util.concurrent;

import java.util.AbstractQueue;
import java.util.Collection;
import java.util.Iterator;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.Rows.LiveRow;
import java.util.concurrent.Rows.Row;
import java.util.concurrent.Rows.RowWalk;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A queue without a bound, for threads that do not wait. What asks for all elements goes through them
 * one by one.
 */
public class ConcurrentLinkedQueue<E> extends AbstractQueue<E>
        implements Queue<E>, java.io.Serializable {
    private final LiveRow row = new LiveRow();

    public ConcurrentLinkedQueue() {
    }

    public ConcurrentLinkedQueue(Collection<? extends E> c) {
        for (E e : c) {
            add(e);
        }
    }

    public boolean add(E e) {
        return offer(e);
    }

    public boolean offer(E e) {
        if (e == null) {
            throw new NullPointerException();
        }
        row.putLast(e);
        return true;
    }

    @SuppressWarnings("unchecked")
    public E poll() {
        return (E) row.pollFirst();
    }

    /** One look at what is first. */
    @SuppressWarnings("unchecked")
    public E peek() {
        Row.Node node = row.first;
        return node == null ? null : (E) node.item;
    }

    public boolean isEmpty() {
        return row.first == null;
    }

    public int size() {
        return row.liveCount();
    }

    public boolean contains(Object o) {
        return row.containsLive(o);
    }

    public boolean remove(Object o) {
        return row.removeLive(o);
    }

    /** The others are copied before any of them is added. */
    public boolean addAll(Collection<? extends E> c) {
        if (c == this) {
            throw new IllegalArgumentException();
        }
        Object[] others = c.toArray();
        for (int i = 0; i < others.length; i++) {
            Objects.requireNonNull(others[i]);
        }
        row.enter();
        for (int i = 0; i < others.length; i++) {
            row.addLast(others[i]);
        }
        row.leave();
        return others.length > 0;
    }

    public String toString() {
        return Row.text(this, row.liveItems());
    }

    public Object[] toArray() {
        return row.liveItems();
    }

    public <T> T[] toArray(T[] a) {
        Objects.requireNonNull(a);
        return Row.copy(row.liveItems(), a);
    }

    public Iterator<E> iterator() {
        return new RowWalk<>(row, false);
    }

    public boolean removeIf(Predicate<? super E> filter) {
        Objects.requireNonNull(filter);
        return row.removeLiveIf(filter);
    }

    public boolean removeAll(Collection<?> c) {
        Objects.requireNonNull(c);
        return row.removeLiveIf(e -> c.contains(e));
    }

    public boolean retainAll(Collection<?> c) {
        Objects.requireNonNull(c);
        return row.removeLiveIf(e -> !c.contains(e));
    }

    public void clear() {
        row.removeLiveIf(e -> true);
    }

    public void forEach(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        row.forEachLive(action);
    }
}
