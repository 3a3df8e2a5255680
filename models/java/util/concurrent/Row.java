package java.util.concurrent;

import braid.Atomic;
import braid.Internal;
import braid.Unraced;
import java.util.function.Predicate;

/**
 * The elements of a queue, one after the other. One thread at a time is inside, which orders
 * nothing: who gets an element comes after who put it there, and that is all.
 */
class Row {
    static final class Node {
        volatile Object item;
        @Unraced
        Node next;
        @Unraced
        Node previous;
        /** Grows from the first node to the last one. */
        final long number;
        @Unraced
        boolean isThere;
        /** What a thread that waits at this node waits for. */
        private volatile boolean done;

        Node(long number) {
            this.number = number;
        }

        @Atomic("opaque")
        void finish() {
            done = true;
        }

        @Atomic("opaque")
        void await() {
            Internal.await(done);
        }

        /** Whether it is done; otherwise the thread was interrupted, and still is. */
        @Atomic("opaque")
        boolean await(Thread current) {
            Internal.await(done || current.interrupted0);
            return done;
        }
    }

    @Unraced
    Node first;
    @Unraced
    Node last;
    @Unraced
    int count;
    /** The numbers of the next nodes at both ends. */
    @Unraced
    private long low = -1;
    @Unraced
    private long high;

    void enter() {
        Internal.enter(this);
    }

    void leave() {
        Internal.leave(this);
    }

    // ---- for who is inside
    final Node addLast(Object item) {
        Node node = new Node(high);
        high = node.number + 1;
        Node before = last;
        node.previous = before;
        node.isThere = true;
        last = node;
        node.item = item;
        if (before == null) {
            first = node;
        } else {
            before.next = node;
        }
        count = count + 1;
        return node;
    }

    final Node addFirst(Object item) {
        Node node = new Node(low);
        low = node.number - 1;
        Node after = first;
        node.next = after;
        node.isThere = true;
        first = node;
        node.item = item;
        if (after == null) {
            last = node;
        } else {
            after.previous = node;
        }
        count = count + 1;
        return node;
    }

    final void unlink(Node node) {
        Node before = node.previous;
        Node after = node.next;
        if (before == null) {
            first = after;
        } else {
            before.next = after;
        }
        if (after == null) {
            last = before;
        } else {
            after.previous = before;
        }
        node.isThere = false;
        count = count - 1;
    }

    final Object removeFirst() {
        Node node = first;
        unlink(node);
        return node.item;
    }

    final Object removeLast() {
        Node node = last;
        unlink(node);
        return node.item;
    }

    final Node find(Object o) {
        for (Node n = first; n != null; n = n.next) {
            if (o.equals(n.item)) {
                return n;
            }
        }
        return null;
    }

    final Node findLast(Object o) {
        for (Node n = last; n != null; n = n.previous) {
            if (o.equals(n.item)) {
                return n;
            }
        }
        return null;
    }

    // ---- for who is outside
    final boolean contains(Object o) {
        if (o == null) {
            return false;
        }
        enter();
        try {
            return find(o) != null;
        } finally {
            leave();
        }
    }

    final boolean remove(Object o, boolean fromLast) {
        if (o == null) {
            return false;
        }
        enter();
        try {
            Node node = fromLast ? findLast(o) : find(o);
            if (node == null) {
                return false;
            }
            unlink(node);
            return true;
        } finally {
            leave();
        }
    }

    /** Whether it was still there. */
    final boolean remove(Node node) {
        enter();
        boolean was = node.isThere;
        if (was) {
            unlink(node);
            node.finish();
        }
        leave();
        return was;
    }

    final void clear() {
        enter();
        while (first != null) {
            unlink(first);
        }
        leave();
    }

    private Node[] nodes() {
        enter();
        Node[] nodes = new Node[count];
        int i = 0;
        for (Node n = first; n != null; n = n.next) {
            nodes[i++] = n;
        }
        leave();
        return nodes;
    }

    final Object[] items() {
        Node[] nodes = nodes();
        Object[] items = new Object[nodes.length];
        for (int i = 0; i < items.length; i++) {
            items[i] = nodes[i].item;
        }
        return items;
    }

    /** Asks for all elements first, and then removes those that are still there. */
    final <E> boolean removeIf(Predicate<? super E> filter) {
        Node[] nodes = nodes();
        boolean any = false;
        for (int i = 0; i < nodes.length; i++) {
            @SuppressWarnings("unchecked")
            E item = (E) nodes[i].item;
            if (filter.test(item)) {
                any = true;
            } else {
                nodes[i] = null;
            }
        }
        if (!any) {
            return false;
        }
        boolean removed = false;
        enter();
        for (int i = 0; i < nodes.length; i++) {
            if (nodes[i] != null && nodes[i].isThere) {
                unlink(nodes[i]);
                removed = true;
            }
        }
        leave();
        return removed;
    }

    /** The first node after another one, whether that is still there or not; null: of all. */
    final Node after(Node node) {
        enter();
        Node n;
        if (node == null) {
            n = first;
        } else if (node.isThere) {
            n = node.next;
        } else {
            n = first;
            while (n != null && n.number <= node.number) {
                n = n.next;
            }
        }
        leave();
        return n;
    }

    final Node before(Node node) {
        enter();
        Node n;
        if (node == null) {
            n = last;
        } else if (node.isThere) {
            n = node.previous;
        } else {
            n = last;
            while (n != null && n.number >= node.number) {
                n = n.previous;
            }
        }
        leave();
        return n;
    }

    static String text(Object of, Object[] items) {
        String text = "[";
        for (int i = 0; i < items.length; i++) {
            if (i > 0) {
                text = text.concat(", ");
            }
            text = text.concat(items[i] == of ? "(this Collection)" : String.valueOf(items[i]));
        }
        return text.concat("]");
    }

    @SuppressWarnings("unchecked")
    static <T> T[] copy(Object[] items, T[] given) {
        T[] result = given.length >= items.length ? given
                : (T[]) Internal.newArrayLike(given, items.length);
        for (int i = 0; i < items.length; i++) {
            result[i] = (T) items[i];
        }
        if (result.length > items.length) {
            result[items.length] = null;
        }
        return result;
    }
}
