package java.util.concurrent;

import java.util.AbstractQueue;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.Objects;
import java.util.concurrent.Rows.Transfer;

/**
 * A queue without a place: who puts waits for who takes. Who waited longest comes first, fair or not:
 * nobody can tell which of two threads began to wait first.
 */
public class SynchronousQueue<E> extends AbstractQueue<E>
        implements BlockingQueue<E>, java.io.Serializable {
    private final Transfer transfer = new Transfer();

    public SynchronousQueue() {
    }

    public SynchronousQueue(boolean fair) {
    }

    private static void check(Object e) {
        if (e == null) {
            throw new NullPointerException();
        }
    }

    public void put(E e) throws InterruptedException {
        check(e);
        transfer.transfer(e);
    }

    public boolean offer(E e, long timeout, TimeUnit unit) throws InterruptedException {
        check(e);
        check(unit);
        return transfer.tryTransfer(e);
    }

    public boolean offer(E e) {
        check(e);
        return transfer.tryGive(e);
    }

    @SuppressWarnings("unchecked")
    public E take() throws InterruptedException {
        return (E) transfer.take();
    }

    @SuppressWarnings("unchecked")
    public E poll(long timeout, TimeUnit unit) throws InterruptedException {
        check(unit);
        return (E) transfer.pollInTime();
    }

    @SuppressWarnings("unchecked")
    public E poll() {
        return (E) transfer.poll();
    }

    public boolean isEmpty() {
        return true;
    }

    public int size() {
        return 0;
    }

    public int remainingCapacity() {
        return 0;
    }

    public void clear() {
    }

    public boolean contains(Object o) {
        return false;
    }

    public boolean remove(Object o) {
        return false;
    }

    public boolean containsAll(Collection<?> c) {
        return c.isEmpty();
    }

    public boolean removeAll(Collection<?> c) {
        return false;
    }

    public boolean retainAll(Collection<?> c) {
        return false;
    }

    public E peek() {
        return null;
    }

    public Iterator<E> iterator() {
        return Collections.emptyIterator();
    }

    public Object[] toArray() {
        return new Object[0];
    }

    public <T> T[] toArray(T[] a) {
        if (a.length > 0) {
            a[0] = null;
        }
        return a;
    }

    public String toString() {
        return "[]";
    }

    public int drainTo(Collection<? super E> c) {
        return drainTo(c, Integer.MAX_VALUE);
    }

    public int drainTo(Collection<? super E> c, int maxElements) {
        Objects.requireNonNull(c);
        if (c == this) {
            throw new IllegalArgumentException();
        }
        int drained = 0;
        while (drained < maxElements) {
            E e = poll();
            if (e == null) {
                break;
            }
            c.add(e);
            drained++;
        }
        return drained;
    }
}
