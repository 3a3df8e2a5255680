package java.util.concurrent;

import java.util.Iterator;
import java.util.NoSuchElementException;

/** Goes through a row while it may change, one element ahead of what was asked for. */
final class RowWalk<E> implements Iterator<E> {
    private final Row row;
    private final boolean isDown;
    private Row.Node next;
    private Object item;
    private Row.Node last;

    RowWalk(Row row, boolean isDown) {
        this.row = row;
        this.isDown = isDown;
        advance(null);
    }

    private void advance(Row.Node from) {
        next = isDown ? row.before(from) : row.after(from);
        item = next == null ? null : next.item;
    }

    public boolean hasNext() {
        return next != null;
    }

    @SuppressWarnings("unchecked")
    public E next() {
        if (next == null) {
            throw new NoSuchElementException();
        }
        last = next;
        E now = (E) item;
        advance(next);
        return now;
    }

    public void remove() {
        if (last == null) {
            throw new IllegalStateException();
        }
        row.remove(last);
        last = null;
    }
}
