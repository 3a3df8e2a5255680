package java.util.concurrent;

import braid.Atomic;
import braid.Internal;
import braid.Unraced;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** What queues are made of. Reports leave it out, as classes within classes. */
final class Rows {
    private Rows() {
    }

    /**
     * The elements of a queue, one after the other. One thread at a time is inside, which orders
     * nothing: who gets an element comes after who put it there, and that is all.
     */
    static class Row {
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

    /** Goes through a row while it may change, one element ahead of what was asked for. */
    static final class RowWalk<E> implements Iterator<E> {
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

    /** A row that is looked through element by element, while others change it. */
    static class LiveRow extends Row {
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

    /**
     * Elements that wait to be taken, and threads that wait for an element; never both. Who finds
     * somebody on the other side gives to the first one there or takes from it, and does not wait.
     */
    static final class Transfer extends LiveRow {
        /** Who wants an element: each waits at a node, and finds it there. */
        private final Row takers = new Row();

        /** To a thread that waits; whether there was one. */
        private boolean give(Object item) {
            Node taker = takers.first;
            if (taker == null) {
                return false;
            }
            takers.unlink(taker);
            taker.item = item;
            taker.finish();
            return true;
        }

        boolean tryGive(Object item) {
            enter();
            boolean given = give(item);
            leave();
            return given;
        }

        /** To a thread that waits, or for whoever comes. */
        void put(Object item) {
            enter();
            if (!give(item)) {
                addLast(item);
            }
            leave();
        }

        /** Waits until it is taken. */
        void transfer(Object item) throws InterruptedException {
            enter();
            if (give(item)) {
                leave();
                return;
            }
            Node node = addLast(item);
            leave();
            await(this, node);
        }

        /** Waits for some time; whether it was taken. */
        boolean tryTransfer(Object item) throws InterruptedException {
            enter();
            if (give(item)) {
                leave();
                return true;
            }
            Node node = addLast(item);
            leave();
            return !giveUp(this, node);
        }

        private Object takeFirst() {
            Node node = first;
            if (node == null) {
                return null;
            }
            unlink(node);
            node.finish();
            return node.item;
        }

        Object poll() {
            enter();
            Object item = takeFirst();
            leave();
            return item;
        }

        Object take() throws InterruptedException {
            enter();
            Object item = takeFirst();
            if (item != null) {
                leave();
                return item;
            }
            Node node = takers.addLast(null);
            leave();
            await(takers, node);
            return node.item;
        }

        Object pollInTime() throws InterruptedException {
            enter();
            Object item = takeFirst();
            if (item != null) {
                leave();
                return item;
            }
            Node node = takers.addLast(null);
            leave();
            return giveUp(takers, node) ? null : node.item;
        }

        /** Waits at a node of a row. */
        private void await(Row row, Node node) throws InterruptedException {
            if (!braid.Internal.interrupts()) {
                node.await();
            } else if (!node.await(Thread.currentThread()) && leaveRow(row, node)) {
                Thread.interrupted();
                throw new InterruptedException();
            }
        }

        /** When the time is over: whether nobody has come. */
        private boolean giveUp(Row row, Node node) throws InterruptedException {
            if (!leaveRow(row, node)) {
                return false;
            }
            Thread.throwIfInterrupted0();
            return true;
        }

        private boolean leaveRow(Row row, Node node) {
            enter();
            boolean was = node.isThere;
            if (was) {
                row.unlink(node);
            }
            leave();
            return was;
        }

        int takers() {
            enter();
            int count = takers.count;
            leave();
            return count;
        }
    }
}
