package java.util.concurrent;

import java.util.AbstractQueue;
import java.util.Collection;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.concurrent.Gates.Gate;
import java.util.concurrent.Rows.Row;
import java.util.concurrent.Rows.RowWalk;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** A queue with two ends that may have a bound. Who waits goes on in any order. */
public class LinkedBlockingDeque<E> extends AbstractQueue<E>
        implements BlockingDeque<E>, java.io.Serializable {
    private final Gate gate = new Gate();
    private final int capacity;

    public LinkedBlockingDeque() {
        this(Integer.MAX_VALUE);
    }

    public LinkedBlockingDeque(int capacity) {
        if (capacity <= 0) {
            throw new IllegalArgumentException();
        }
        this.capacity = capacity;
    }

    public LinkedBlockingDeque(Collection<? extends E> c) {
        this(Integer.MAX_VALUE);
        addAll(c);
    }

    private static void check(TimeUnit unit) throws InterruptedException {
        Objects.requireNonNull(unit);
        Thread.throwIfInterrupted0();
    }

    private E present(E e) {
        if (e == null) {
            throw new NoSuchElementException();
        }
        return e;
    }

    // ---- putting
    public void addFirst(E e) {
        if (!offerFirst(e)) {
            throw new IllegalStateException("Deque full");
        }
    }

    public void addLast(E e) {
        if (!offerLast(e)) {
            throw new IllegalStateException("Deque full");
        }
    }

    public boolean offerFirst(E e) {
        Objects.requireNonNull(e);
        if (!gate.tryEnterIfRoom(capacity)) {
            return false;
        }
        gate.addFirst(e);
        gate.leave();
        return true;
    }

    public boolean offerLast(E e) {
        Objects.requireNonNull(e);
        if (!gate.tryEnterIfRoom(capacity)) {
            return false;
        }
        gate.addLast(e);
        gate.leave();
        return true;
    }

    public void putFirst(E e) throws InterruptedException {
        Objects.requireNonNull(e);
        gate.waitForRoomFirst(capacity);
        gate.addFirst(e);
        gate.leave();
    }

    public void putLast(E e) throws InterruptedException {
        Objects.requireNonNull(e);
        gate.waitForRoomFirst(capacity);
        gate.addLast(e);
        gate.leave();
    }

    public boolean offerFirst(E e, long timeout, TimeUnit unit) throws InterruptedException {
        Objects.requireNonNull(e);
        check(unit);
        return offerFirst(e);
    }

    public boolean offerLast(E e, long timeout, TimeUnit unit) throws InterruptedException {
        Objects.requireNonNull(e);
        check(unit);
        return offerLast(e);
    }

    // ---- taking
    public E removeFirst() {
        return present(pollFirst());
    }

    public E removeLast() {
        return present(pollLast());
    }

    @SuppressWarnings("unchecked")
    public E pollFirst() {
        if (!gate.tryEnterIfAny()) {
            return null;
        }
        Object e = gate.removeFirst();
        gate.leave();
        return (E) e;
    }

    @SuppressWarnings("unchecked")
    public E pollLast() {
        if (!gate.tryEnterIfAny()) {
            return null;
        }
        Object e = gate.removeLast();
        gate.leave();
        return (E) e;
    }

    @SuppressWarnings("unchecked")
    public E takeFirst() throws InterruptedException {
        gate.waitForAnyFirst();
        Object e = gate.removeFirst();
        gate.leave();
        return (E) e;
    }

    @SuppressWarnings("unchecked")
    public E takeLast() throws InterruptedException {
        gate.waitForAnyFirst();
        Object e = gate.removeLast();
        gate.leave();
        return (E) e;
    }

    public E pollFirst(long timeout, TimeUnit unit) throws InterruptedException {
        check(unit);
        return pollFirst();
    }

    public E pollLast(long timeout, TimeUnit unit) throws InterruptedException {
        check(unit);
        return pollLast();
    }

    // ---- looking
    public E getFirst() {
        return present(peekFirst());
    }

    public E getLast() {
        return present(peekLast());
    }

    @SuppressWarnings("unchecked")
    public E peekFirst() {
        if (!gate.tryEnterIfAny()) {
            return null;
        }
        Object e = gate.first.item;
        gate.leave();
        return (E) e;
    }

    @SuppressWarnings("unchecked")
    public E peekLast() {
        if (!gate.tryEnterIfAny()) {
            return null;
        }
        Object e = gate.last.item;
        gate.leave();
        return (E) e;
    }

    public boolean removeFirstOccurrence(Object o) {
        return gate.remove(o, false);
    }

    public boolean removeLastOccurrence(Object o) {
        return gate.remove(o, true);
    }

    // ---- as a queue and as a stack
    public boolean add(E e) {
        addLast(e);
        return true;
    }

    public boolean offer(E e) {
        return offerLast(e);
    }

    public void put(E e) throws InterruptedException {
        putLast(e);
    }

    public boolean offer(E e, long timeout, TimeUnit unit) throws InterruptedException {
        return offerLast(e, timeout, unit);
    }

    public E remove() {
        return removeFirst();
    }

    public E poll() {
        return pollFirst();
    }

    public E take() throws InterruptedException {
        return takeFirst();
    }

    public E poll(long timeout, TimeUnit unit) throws InterruptedException {
        return pollFirst(timeout, unit);
    }

    public E element() {
        return getFirst();
    }

    public E peek() {
        return peekFirst();
    }

    public void push(E e) {
        addFirst(e);
    }

    public E pop() {
        return removeFirst();
    }

    // ---- all elements
    public int remainingCapacity() {
        return capacity - gate.size();
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
        if (maxElements <= 0 || !gate.tryEnterIfAny()) {
            return 0;
        }
        try {
            int drained = 0;
            for (; drained < maxElements && gate.first != null; drained++) {
                c.add((E) gate.first.item);
                gate.removeFirst();
            }
            return drained;
        } finally {
            gate.leave();
        }
    }

    public boolean remove(Object o) {
        return removeFirstOccurrence(o);
    }

    public int size() {
        return gate.size();
    }

    public boolean isEmpty() {
        return gate.size() == 0;
    }

    public boolean contains(Object o) {
        return gate.contains(o);
    }

    /** All at once if there is room for all. */
    public boolean addAll(Collection<? extends E> c) {
        if (c == this) {
            throw new IllegalArgumentException();
        }
        Object[] others = c.toArray();
        for (int i = 0; i < others.length; i++) {
            Objects.requireNonNull(others[i]);
        }
        gate.enter();
        boolean fits = others.length <= capacity - gate.count;
        for (int i = 0; fits && i < others.length; i++) {
            gate.addLast(others[i]);
        }
        gate.leave();
        return fits ? others.length > 0 : super.addAll(c);
    }

    public Object[] toArray() {
        return gate.items();
    }

    public <T> T[] toArray(T[] a) {
        return Row.copy(gate.items(), a);
    }

    public String toString() {
        return Row.text(this, gate.items());
    }

    public void clear() {
        gate.clear();
    }

    public Iterator<E> iterator() {
        return new RowWalk<>(gate, false);
    }

    public Iterator<E> descendingIterator() {
        return new RowWalk<>(gate, true);
    }

    @SuppressWarnings("unchecked")
    public void forEach(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        Object[] items = gate.items();
        for (int i = 0; i < items.length; i++) {
            action.accept((E) items[i]);
        }
    }

    public boolean removeIf(Predicate<? super E> filter) {
        Objects.requireNonNull(filter);
        return gate.removeIf(filter);
    }

    public boolean removeAll(Collection<?> c) {
        Objects.requireNonNull(c);
        return gate.removeIf(e -> c.contains(e));
    }

    public boolean retainAll(Collection<?> c) {
        Objects.requireNonNull(c);
        return gate.removeIf(e -> !c.contains(e));
    }
}
