package java.util.concurrent;

import braid.Atomic;
import braid.Internal;
import braid.Unraced;
import java.util.Comparator;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.concurrent.Rows.Row;

/** What queues are made of that threads wait for. Reports leave it out, as classes within classes. */
final class Gates {
    private Gates() {
    }

    /**
     * A row for threads that wait until there is room, or an element. What they wait for is one number,
     * which also tells whether a thread is inside: what that does happens when it leaves.
     */
    static final class Gate extends Row {
        /** How many elements there are; while a thread is inside, -1 minus how many there were. */
        private volatile int state;

        @Atomic("opaque")
        void enter() {
            Internal.await(state >= 0);
            state = -1 - state;
        }

        @Atomic("opaque")
        private void set(int count) {
            state = count;
        }

        void leave() {
            set(count);
        }

        @Atomic("opaque")
        int size() {
            return state >= 0 ? state : -1 - state;
        }

        @Atomic("opaque")
        void enterIfRoom(int capacity) {
            Internal.await(state >= 0 && state < capacity);
            state = -1 - state;
        }

        /** Enters, or is no longer interrupted: then it gives false. */
        @Atomic("acquire")
        boolean enterIfRoom(int capacity, Thread current) {
            Internal.await(state >= 0 && state < capacity || current.interrupted0);
            if (current.interrupted0) {
                current.interrupted0 = false;
                return false;
            }
            state = -1 - state;
            return true;
        }

        /** Enters, unless there is no room: who is inside has changed nothing yet. */
        @Atomic("opaque")
        boolean tryEnterIfRoom(int capacity) {
            Internal.await(state >= 0 || -1 - state >= capacity);
            if (state < 0 || state >= capacity) {
                return false;
            }
            state = -1 - state;
            return true;
        }

        @Atomic("opaque")
        void enterIfAny() {
            Internal.await(state > 0);
            state = -1 - state;
        }

        @Atomic("acquire")
        boolean enterIfAny(Thread current) {
            Internal.await(state > 0 || current.interrupted0);
            if (current.interrupted0) {
                current.interrupted0 = false;
                return false;
            }
            state = -1 - state;
            return true;
        }

        @Atomic("opaque")
        boolean tryEnterIfAny() {
            Internal.await(state >= -1);
            if (state <= 0) {
                return false;
            }
            state = -1 - state;
            return true;
        }

        /** Enters; or is no longer interrupted, if there was no room: then it gives false. */
        @Atomic("acquire")
        boolean enterIfRoomFirst(int capacity, Thread current) {
            Internal.await(state >= 0 && state < capacity
                    || current.interrupted0 && (state >= 0 || -1 - state >= capacity));
            if (state >= 0 && state < capacity) {
                state = -1 - state;
                return true;
            }
            current.interrupted0 = false;
            return false;
        }

        /** The same for an element. */
        @Atomic("acquire")
        boolean enterIfAnyFirst(Thread current) {
            Internal.await(state > 0 || current.interrupted0 && state >= -1);
            if (state > 0) {
                state = -1 - state;
                return true;
            }
            current.interrupted0 = false;
            return false;
        }

        /** Waits for room; who is interrupted only matters then. */
        void waitForRoomFirst(int capacity) throws InterruptedException {
            if (!Internal.interrupts()) {
                enterIfRoom(capacity);
            } else if (!enterIfRoomFirst(capacity, Thread.currentThread())) {
                throw new InterruptedException();
            }
        }

        void waitForAnyFirst() throws InterruptedException {
            if (!Internal.interrupts()) {
                enterIfAny();
            } else if (!enterIfAnyFirst(Thread.currentThread())) {
                throw new InterruptedException();
            }
        }

        /** Waits for room. */
        void waitForRoom(int capacity) throws InterruptedException {
            if (!Internal.interrupts()) {
                enterIfRoom(capacity);
            } else if (!enterIfRoom(capacity, Thread.currentThread())) {
                throw new InterruptedException();
            }
        }

        /** Waits for an element. */
        void waitForAny() throws InterruptedException {
            if (!Internal.interrupts()) {
                enterIfAny();
            } else if (!enterIfAny(Thread.currentThread())) {
                throw new InterruptedException();
            }
        }
    }

    /**
     * A priority queue: a binary heap, in the order that OpenJDK's has. Its places are in a list, as
     * elements of an array would race: one thread at a time is inside of the gate, which orders nothing.
     */
    static final class Heap {
        /** An element: who gets it comes after who put it here. */
        static final class Cell {
            volatile Object item;
        }

        private static final class Place {
            @Unraced
            Cell cell;
            @Unraced
            Place next;
        }

        final Gate gate = new Gate();
        final Comparator<Object> order;
        @Unraced
        private Place first;

        @SuppressWarnings("unchecked")
        Heap(Comparator<?> order) {
            this.order = (Comparator<Object>) order;
        }

        private Place place(int index) {
            if (first == null) {
                first = new Place();
            }
            Place p = first;
            for (int i = 0; i < index; i++) {
                if (p.next == null) {
                    p.next = new Place();
                }
                p = p.next;
            }
            return p;
        }

        private Cell cell(int index) {
            return place(index).cell;
        }

        @SuppressWarnings("unchecked")
        private int compare(Object a, Object b) {
            return order != null ? order.compare(a, b) : ((Comparable<Object>) a).compareTo(b);
        }

        private void up(int index, Cell moved) {
            Object item = moved.item;
            if (order == null) {
                Comparable<?> key = (Comparable<?>) item;
            }
            int k = index;
            while (k > 0) {
                int parent = (k - 1) >>> 1;
                Cell above = cell(parent);
                if (compare(item, above.item) >= 0) {
                    break;
                }
                place(k).cell = above;
                k = parent;
            }
            place(k).cell = moved;
        }

        private void down(int index, Cell moved, int size) {
            Object item = moved.item;
            int k = index;
            while (k < size >>> 1) {
                int child = 2 * k + 1;
                Cell below = cell(child);
                if (child + 1 < size) {
                    Cell right = cell(child + 1);
                    if (compare(below.item, right.item) > 0) {
                        child++;
                        below = right;
                    }
                }
                if (compare(item, below.item) <= 0) {
                    break;
                }
                place(k).cell = below;
                k = child;
            }
            place(k).cell = moved;
        }

        // ---- for who is inside
        void add(Object item) {
            int size = gate.count;
            Place free = place(size);
            Cell cell = new Cell();
            free.cell = cell;
            cell.item = item;
            up(size, cell);
            gate.count = size + 1;
        }

        Object peek() {
            return gate.count == 0 ? null : first.cell.item;
        }

        Object poll() {
            int size = gate.count - 1;
            Cell result = first.cell;
            Place last = place(size);
            Cell moved = last.cell;
            last.cell = null;
            gate.count = size;
            if (size > 0) {
                down(0, moved, size);
            }
            return result.item;
        }

        void removeAt(int index) {
            int size = gate.count - 1;
            Place last = place(size);
            Cell moved = last.cell;
            last.cell = null;
            if (index != size) {
                down(index, moved, size);
                if (cell(index) == moved) {
                    up(index, moved);
                }
            }
            gate.count = size;
        }

        int find(Object o) {
            int i = 0;
            for (Place p = first; i < gate.count; p = p.next) {
                if (o.equals(p.cell.item)) {
                    return i;
                }
                i++;
            }
            return -1;
        }

        private int find(Cell cell) {
            int i = 0;
            for (Place p = first; i < gate.count; p = p.next) {
                if (p.cell == cell) {
                    return i;
                }
                i++;
            }
            return -1;
        }

        /** Elements in any order become a heap. */
        void order() {
            for (int i = (gate.count >>> 1) - 1; i >= 0; i--) {
                down(i, cell(i), gate.count);
            }
        }

        /** In this order. */
        void fill(Object[] items) {
            for (int i = 0; i < items.length; i++) {
                if (items[i] == null) {
                    throw new NullPointerException();
                }
                Cell cell = new Cell();
                place(i).cell = cell;
                cell.item = items[i];
            }
            gate.count = items.length;
        }

        Cell[] inside() {
            Cell[] cells = new Cell[gate.count];
            Place p = first;
            for (int i = 0; i < cells.length; i++) {
                cells[i] = p.cell;
                p = p.next;
            }
            return cells;
        }

        // ---- for who is outside
        Cell[] cells() {
            gate.enter();
            Cell[] cells = inside();
            gate.leave();
            return cells;
        }

        Object[] items() {
            Cell[] cells = cells();
            Object[] items = new Object[cells.length];
            for (int i = 0; i < items.length; i++) {
                items[i] = cells[i].item;
            }
            return items;
        }

        void put(Object item) {
            gate.enter();
            try {
                add(item);
            } finally {
                gate.leave();
            }
        }

        boolean contains(Object o) {
            if (o == null) {
                return false;
            }
            gate.enter();
            try {
                return find(o) >= 0;
            } finally {
                gate.leave();
            }
        }

        boolean remove(Object o) {
            if (o == null) {
                return false;
            }
            gate.enter();
            try {
                int index = find(o);
                if (index >= 0) {
                    removeAt(index);
                }
                return index >= 0;
            } finally {
                gate.leave();
            }
        }

        void remove(Cell cell) {
            gate.enter();
            try {
                int index = find(cell);
                if (index >= 0) {
                    removeAt(index);
                }
            } finally {
                gate.leave();
            }
        }

        void clear() {
            gate.enter();
            for (Place p = first; p != null; p = p.next) {
                p.cell = null;
            }
            gate.count = 0;
            gate.leave();
        }
    }

    /** Goes through what a heap held. */
    static final class HeapWalk<E> implements Iterator<E> {
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
}
