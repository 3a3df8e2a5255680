package java.util.concurrent;

import java.util.AbstractQueue;
import java.util.Collection;
import java.util.Iterator;
import java.util.Objects;
import java.util.concurrent.Rows.Row;
import java.util.concurrent.Rows.RowWalk;
import java.util.concurrent.Rows.Transfer;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** A queue without a bound, where who puts may wait for who takes. */
public class LinkedTransferQueue<E> extends AbstractQueue<E>
        implements TransferQueue<E>, java.io.Serializable {
    private final Transfer transfer = new Transfer();

    public LinkedTransferQueue() {
    }

    public LinkedTransferQueue(Collection<? extends E> c) {
        for (E e : c) {
            put(e);
        }
    }

    public void put(E e) {
        Objects.requireNonNull(e);
        transfer.put(e);
    }

    public boolean offer(E e, long timeout, TimeUnit unit) {
        put(e);
        return true;
    }

    public boolean offer(E e) {
        put(e);
        return true;
    }

    public boolean add(E e) {
        put(e);
        return true;
    }

    public boolean tryTransfer(E e) {
        Objects.requireNonNull(e);
        return transfer.tryGive(e);
    }

    public void transfer(E e) throws InterruptedException {
        Objects.requireNonNull(e);
        transfer.transfer(e);
    }

    public boolean tryTransfer(E e, long timeout, TimeUnit unit) throws InterruptedException {
        Objects.requireNonNull(e);
        Objects.requireNonNull(unit);
        return transfer.tryTransfer(e);
    }

    @SuppressWarnings("unchecked")
    public E take() throws InterruptedException {
        return (E) transfer.take();
    }

    @SuppressWarnings("unchecked")
    public E poll(long timeout, TimeUnit unit) throws InterruptedException {
        Objects.requireNonNull(unit);
        return (E) transfer.pollInTime();
    }

    @SuppressWarnings("unchecked")
    public E poll() {
        return (E) transfer.poll();
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

    @SuppressWarnings("unchecked")
    public E peek() {
        return (E) transfer.peekFirst();
    }

    public boolean isEmpty() {
        return transfer.peekFirst() == null;
    }

    public boolean hasWaitingConsumer() {
        return transfer.takers() > 0;
    }

    public int getWaitingConsumerCount() {
        return transfer.takers();
    }

    public int size() {
        return transfer.liveCount();
    }

    public int remainingCapacity() {
        return Integer.MAX_VALUE;
    }

    public boolean remove(Object o) {
        return transfer.removeLive(o);
    }

    public boolean contains(Object o) {
        return transfer.containsLive(o);
    }

    public String toString() {
        return Row.text(this, transfer.liveItems());
    }

    public Object[] toArray() {
        return transfer.liveItems();
    }

    public <T> T[] toArray(T[] a) {
        Objects.requireNonNull(a);
        return Row.copy(transfer.liveItems(), a);
    }

    public Iterator<E> iterator() {
        return new RowWalk<>(transfer, false);
    }

    public boolean removeIf(Predicate<? super E> filter) {
        Objects.requireNonNull(filter);
        return transfer.removeLiveIf(filter);
    }

    public boolean removeAll(Collection<?> c) {
        Objects.requireNonNull(c);
        return transfer.removeLiveIf(e -> c.contains(e));
    }

    public boolean retainAll(Collection<?> c) {
        Objects.requireNonNull(c);
        return transfer.removeLiveIf(e -> !c.contains(e));
    }

    public void clear() {
        transfer.removeLiveIf(e -> true);
    }

    public void forEach(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        transfer.forEachLive(action);
    }
}
