package java.util.concurrent;

import java.util.Iterator;
import java.util.NoSuchElementException;

/** Goes through what a heap held. */
final class HeapWalk<E> implements Iterator<E> {
    private final Heap heap;
    private final Heap.Cell[] cells;
    private int next;
    private int last = -1;

    HeapWalk(Heap heap) {
        this.heap = heap;
        this.cells = heap.cells();
    }

    public boolean hasNext() {
        return next < cells.length;
    }

    @SuppressWarnings("unchecked")
    public E next() {
        if (next >= cells.length) {
            throw new NoSuchElementException();
        }
        last = next;
        next++;
        return (E) cells[last].item;
    }

    public void remove() {
        if (last < 0) {
            throw new IllegalStateException();
        }
        heap.remove(cells[last]);
        last = -1;
    }
}
