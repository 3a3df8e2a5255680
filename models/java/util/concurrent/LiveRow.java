package java.util.concurrent;

import java.util.Iterator;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** A row that is looked through element by element, while others change it. */
class LiveRow extends Row {
    final Object peekFirst() {
        enter();
        Object item = first == null ? null : first.item;
        leave();
        return item;
    }

    final Object peekLast() {
        enter();
        Object item = last == null ? null : last.item;
        leave();
        return item;
    }

    final Object pollFirst() {
        enter();
        Node node = first;
        if (node != null) {
            unlink(node);
        }
        leave();
        return node == null ? null : node.item;
    }

    final Object pollLast() {
        enter();
        Node node = last;
        if (node != null) {
            unlink(node);
        }
        leave();
        return node == null ? null : node.item;
    }

    final void putLast(Object item) {
        enter();
        addLast(item);
        leave();
    }

    final void putFirst(Object item) {
        enter();
        addFirst(item);
        leave();
    }

    final int liveCount() {
        int count = 0;
        for (Node n = after(null); n != null; n = after(n)) {
            count++;
        }
        return count;
    }

    final boolean containsLive(Object o) {
        if (o != null) {
            for (Node n = after(null); n != null; n = after(n)) {
                if (o.equals(n.item)) {
                    return true;
                }
            }
        }
        return false;
    }

    final boolean removeLive(Object o) {
        if (o != null) {
            for (Node n = after(null); n != null; n = after(n)) {
                if (o.equals(n.item) && remove(n)) {
                    return true;
                }
            }
        }
        return false;
    }

    final boolean removeLastLive(Object o) {
        if (o != null) {
            for (Node n = before(null); n != null; n = before(n)) {
                if (o.equals(n.item) && remove(n)) {
                    return true;
                }
            }
        }
        return false;
    }

    @SuppressWarnings("unchecked")
    final <E> boolean removeLiveIf(Predicate<? super E> filter) {
        boolean removed = false;
        for (Node n = after(null); n != null; n = after(n)) {
            if (filter.test((E) n.item) && remove(n)) {
                removed = true;
            }
        }
        return removed;
    }

    @SuppressWarnings("unchecked")
    final <E> void forEachLive(Consumer<? super E> action) {
        for (Node n = after(null); n != null; n = after(n)) {
            action.accept((E) n.item);
        }
    }

    final Object[] liveItems() {
        return itemsOf(new RowWalk<>(this, false));
    }

    /** As many as there are while it looks. */
    static Object[] itemsOf(Iterator<?> all) {
        Object[] found = new Object[4];
        int size = 0;
        while (all.hasNext()) {
            if (size == found.length) {
                Object[] more = new Object[2 * size];
                for (int i = 0; i < size; i++) {
                    more[i] = found[i];
                }
                found = more;
            }
            found[size++] = all.next();
        }
        Object[] items = new Object[size];
        for (int i = 0; i < size; i++) {
            items[i] = found[i];
        }
        return items;
    }
}
