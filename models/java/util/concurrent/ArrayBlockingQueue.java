package java.util.concurrent;

import java.util.AbstractQueue;
import java.util.Collection;
import java.util.Iterator;
import java.util.Objects;
import java.util.concurrent.Gates.Gate;
import java.util.concurrent.Rows.Row;
import java.util.concurrent.Rows.RowWalk;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A queue with a bound. Who waits goes on in any order, also if the queue is fair: nobody can tell
 * which of two threads began to wait first.
 */
public class ArrayBlockingQueue<E> extends AbstractQueue<E>
        implements BlockingQueue<E>, java.io.Serializable {
    private final Gate gate = new Gate();
    private final int capacity;

    public ArrayBlockingQueue(int capacity) {
        this(capacity, false);
    }

    public ArrayBlockingQueue(int capacity, boolean fair) {
        if (capacity <= 0) {
            throw new IllegalArgumentException();
        }
        this.capacity = capacity;
    }

    public ArrayBlockingQueue(int capacity, boolean fair, Collection<? extends E> c) {
        this(capacity, fair);
        for (E e : c) {
            check(e);
            if (!offer(e)) {
                throw new IllegalArgumentException();
            }
        }
    }

    private static void check(Object e) {
        if (e == null) {
            throw new NullPointerException();
        }
    }

    private static void check(Object e, TimeUnit unit) throws InterruptedException {
        if (e == null || unit == null) {
            throw new NullPointerException();
        }
        Thread.throwIfInterrupted0();
    }

    // ---- putting
    public void put(E e) throws InterruptedException {
        check(e);
        gate.waitForRoom(capacity);
        gate.addLast(e);
        gate.leave();
    }

    public boolean offer(E e) {
        check(e);
        if (!gate.tryEnterIfRoom(capacity)) {
            return false;
        }
        gate.addLast(e);
        gate.leave();
        return true;
    }

    public boolean offer(E e, long timeout, TimeUnit unit) throws InterruptedException {
        check(e, unit);
        return offer(e);
    }

    // ---- taking
    @SuppressWarnings("unchecked")
    public E take() throws InterruptedException {
        gate.waitForAny();
        Object e = gate.removeFirst();
        gate.leave();
        return (E) e;
    }

    @SuppressWarnings("unchecked")
    public E poll() {
        if (!gate.tryEnterIfAny()) {
            return null;
        }
        Object e = gate.removeFirst();
        gate.leave();
        return (E) e;
    }

    public E poll(long timeout, TimeUnit unit) throws InterruptedException {
        check(this, unit);
        return poll();
    }

    @SuppressWarnings("unchecked")
    public E peek() {
        if (!gate.tryEnterIfAny()) {
            return null;
        }
        Object e = gate.first.item;
        gate.leave();
        return (E) e;
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

    // ---- all elements
    public int size() {
        return gate.size();
    }

    public boolean isEmpty() {
        return gate.size() == 0;
    }

    public int remainingCapacity() {
        return capacity - gate.size();
    }

    public boolean remove(Object o) {
        return gate.remove(o, false);
    }

    public boolean contains(Object o) {
        return gate.contains(o);
    }

    public void clear() {
        gate.clear();
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

    public Iterator<E> iterator() {
        return new RowWalk<>(gate, false);
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
