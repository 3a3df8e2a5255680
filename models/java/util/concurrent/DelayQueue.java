package java.util.concurrent;

import braid.Internal;
import java.util.AbstractQueue;
import java.util.Collection;
import java.util.Iterator;
import java.util.Objects;
import java.util.concurrent.Gates.Heap;
import java.util.concurrent.Gates.HeapWalk;
import java.util.concurrent.Rows.Row;

/**
 * Elements that can be taken when their delay is over. Who waits for that looks once, when it is over:
 * executions in which it is not, as the element says, are left out there.
 */
public class DelayQueue<E extends Delayed> extends AbstractQueue<E> implements BlockingQueue<E> {
    private final Heap heap = new Heap(null);

    public DelayQueue() {
    }

    public DelayQueue(Collection<? extends E> c) {
        addAll(c);
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

    private static boolean isOver(Object e) {
        return ((Delayed) e).getDelay(TimeUnit.NANOSECONDS) <= 0;
    }

    @SuppressWarnings("unchecked")
    public E poll() {
        if (!heap.gate.tryEnterIfAny()) {
            return null;
        }
        try {
            return isOver(heap.peek()) ? (E) heap.poll() : null;
        } finally {
            heap.gate.leave();
        }
    }

    @SuppressWarnings("unchecked")
    public E take() throws InterruptedException {
        heap.gate.waitForAny();
        try {
            Internal.assume(isOver(heap.peek()));
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

    public int size() {
        return heap.gate.size();
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
            for (; drained < maxElements && heap.peek() != null && isOver(heap.peek()); drained++) {
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

    public int remainingCapacity() {
        return Integer.MAX_VALUE;
    }

    public Object[] toArray() {
        return heap.items();
    }

    public <T> T[] toArray(T[] a) {
        return Row.copy(heap.items(), a);
    }

    public boolean remove(Object o) {
        return heap.remove(o);
    }

    public Iterator<E> iterator() {
        return new HeapWalk<>(heap);
    }
}
