package java.util.concurrent;

import java.util.AbstractCollection;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.concurrent.Rows.LiveRow;
import java.util.concurrent.Rows.Row;
import java.util.concurrent.Rows.RowWalk;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A queue with two ends and without a bound, for threads that do not wait. What asks for all elements
 * goes through them one by one.
 */
public class ConcurrentLinkedDeque<E> extends AbstractCollection<E>
        implements Deque<E>, java.io.Serializable {
    private final LiveRow row = new LiveRow();

    public ConcurrentLinkedDeque() {
    }

    public ConcurrentLinkedDeque(Collection<? extends E> c) {
        for (E e : c) {
            addLast(e);
        }
    }

    @SuppressWarnings("unchecked")
    private E cast(Object o) {
        return (E) o;
    }

    private E present(Object o) {
        if (o == null) {
            throw new NoSuchElementException();
        }
        return cast(o);
    }

    public void addFirst(E e) {
        Objects.requireNonNull(e);
        row.putFirst(e);
    }

    public void addLast(E e) {
        Objects.requireNonNull(e);
        row.putLast(e);
    }

    public boolean offerFirst(E e) {
        addFirst(e);
        return true;
    }

    public boolean offerLast(E e) {
        addLast(e);
        return true;
    }

    public E peekFirst() {
        return cast(row.peekFirst());
    }

    public E peekLast() {
        return cast(row.peekLast());
    }

    public E getFirst() {
        return present(row.peekFirst());
    }

    public E getLast() {
        return present(row.peekLast());
    }

    public E pollFirst() {
        return cast(row.pollFirst());
    }

    public E pollLast() {
        return cast(row.pollLast());
    }

    public E removeFirst() {
        return present(row.pollFirst());
    }

    public E removeLast() {
        return present(row.pollLast());
    }

    public boolean offer(E e) {
        return offerLast(e);
    }

    public boolean add(E e) {
        return offerLast(e);
    }

    public E poll() {
        return pollFirst();
    }

    public E peek() {
        return peekFirst();
    }

    public E remove() {
        return removeFirst();
    }

    public E pop() {
        return removeFirst();
    }

    public E element() {
        return getFirst();
    }

    public void push(E e) {
        addFirst(e);
    }

    public boolean removeFirstOccurrence(Object o) {
        Objects.requireNonNull(o);
        return row.removeLive(o);
    }

    public boolean removeLastOccurrence(Object o) {
        Objects.requireNonNull(o);
        return row.removeLastLive(o);
    }

    public boolean contains(Object o) {
        return row.containsLive(o);
    }

    public boolean isEmpty() {
        return peekFirst() == null;
    }

    public int size() {
        return row.liveCount();
    }

    public boolean remove(Object o) {
        return removeFirstOccurrence(o);
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

    public void clear() {
        while (pollFirst() != null) {
        }
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

    public Iterator<E> descendingIterator() {
        return new RowWalk<>(row, true);
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

    public void forEach(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        row.forEachLive(action);
    }
}
