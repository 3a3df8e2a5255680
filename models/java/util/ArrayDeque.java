package java.util;

import java.util.function.Consumer;
import java.util.function.Predicate;

/** A queue with two ends in an array, without null. */
public class ArrayDeque<E> extends AbstractCollection<E>
        implements Deque<E>, Cloneable, java.io.Serializable {
    /** From `head` on, round the end of the array; there is always a free place. */
    private Object[] elements;
    private int head;
    private int size;

    public ArrayDeque() {
        elements = new Object[4];
    }

    public ArrayDeque(int capacity) {
        this();
    }

    public ArrayDeque(Collection<? extends E> others) {
        this();
        addAll(others);
    }

    private int place(int index) {
        int at = head + index;
        return at < elements.length ? at : at - elements.length;
    }

    @SuppressWarnings("unchecked")
    private E at(int index) {
        return (E) elements[place(index)];
    }

    private void grow() {
        if (size < elements.length) {
            return;
        }
        Object[] more = new Object[2 * size];
        for (int i = 0; i < size; i++) {
            more[i] = at(i);
        }
        elements = more;
        head = 0;
    }

    private static void check(Object e) {
        if (e == null) {
            throw new NullPointerException();
        }
    }

    public void addFirst(E e) {
        check(e);
        grow();
        head = head == 0 ? elements.length - 1 : head - 1;
        elements[head] = e;
        size++;
    }

    public void addLast(E e) {
        check(e);
        grow();
        elements[place(size)] = e;
        size++;
    }

    public boolean addAll(Collection<? extends E> others) {
        int before = size;
        for (E e : others) {
            addLast(e);
        }
        return size > before;
    }

    public boolean offerFirst(E e) {
        addFirst(e);
        return true;
    }

    public boolean offerLast(E e) {
        addLast(e);
        return true;
    }

    private void require() {
        if (size == 0) {
            throw new NoSuchElementException();
        }
    }

    public E removeFirst() {
        require();
        return pollFirst();
    }

    public E removeLast() {
        require();
        return pollLast();
    }

    public E pollFirst() {
        if (size == 0) {
            return null;
        }
        E e = at(0);
        elements[head] = null;
        head = place(1);
        size--;
        return e;
    }

    public E pollLast() {
        if (size == 0) {
            return null;
        }
        E e = at(size - 1);
        elements[place(size - 1)] = null;
        size--;
        return e;
    }

    public E getFirst() {
        require();
        return at(0);
    }

    public E getLast() {
        require();
        return at(size - 1);
    }

    public E peekFirst() {
        return size == 0 ? null : at(0);
    }

    public E peekLast() {
        return size == 0 ? null : at(size - 1);
    }

    private void removeAt(int index) {
        for (int i = index; i < size - 1; i++) {
            elements[place(i)] = elements[place(i + 1)];
        }
        elements[place(size - 1)] = null;
        size--;
    }

    public boolean removeFirstOccurrence(Object o) {
        for (int i = 0; o != null && i < size; i++) {
            if (o.equals(at(i))) {
                removeAt(i);
                return true;
            }
        }
        return false;
    }

    public boolean removeLastOccurrence(Object o) {
        for (int i = size - 1; o != null && i >= 0; i--) {
            if (o.equals(at(i))) {
                removeAt(i);
                return true;
            }
        }
        return false;
    }

    public boolean add(E e) {
        addLast(e);
        return true;
    }

    public boolean offer(E e) {
        addLast(e);
        return true;
    }

    public E remove() {
        return removeFirst();
    }

    public E poll() {
        return pollFirst();
    }

    public E element() {
        return getFirst();
    }

    public E peek() {
        return peekFirst();
    }

    public void push(E e) {
        addFirst(e);
    }

    public E pop() {
        return removeFirst();
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public boolean contains(Object o) {
        for (int i = 0; o != null && i < size; i++) {
            if (o.equals(at(i))) {
                return true;
            }
        }
        return false;
    }

    public boolean remove(Object o) {
        return removeFirstOccurrence(o);
    }

    public void clear() {
        for (int i = 0; i < size; i++) {
            elements[place(i)] = null;
        }
        size = 0;
    }

    public void forEach(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        int count = size;
        for (int i = 0; i < count; i++) {
            action.accept(at(i));
            if (size != count) {
                braid.Internal.limit("an ArrayDeque that changes while it is walked through");
            }
        }
    }

    public boolean removeIf(Predicate<? super E> filter) {
        Objects.requireNonNull(filter);
        boolean changed = false;
        for (int i = 0; i < size;) {
            if (filter.test(at(i))) {
                removeAt(i);
                changed = true;
            } else {
                i++;
            }
        }
        return changed;
    }

    public ArrayDeque<E> clone() {
        if (getClass() != ArrayDeque.class) {
            braid.Internal.limit("ArrayDeque.clone of a class below it");
        }
        return new ArrayDeque<>(this);
    }

    public Iterator<E> iterator() {
        return new Walk<>(this, false);
    }

    public Iterator<E> descendingIterator() {
        return new Walk<>(this, true);
    }

    /** What happens if the queue changes under it, the Javadoc does not say. */
    private static final class Walk<E> implements Iterator<E> {
        private final ArrayDeque<E> deque;
        private final boolean isDown;
        private int next;
        private int last = -1;
        private int expectedHead;
        private int expectedSize;

        Walk(ArrayDeque<E> deque, boolean isDown) {
            this.deque = deque;
            this.isDown = isDown;
            this.next = isDown ? deque.size - 1 : 0;
            expect();
        }

        private void expect() {
            expectedHead = deque.head;
            expectedSize = deque.size;
        }

        private void check() {
            if (deque.head != expectedHead || deque.size != expectedSize) {
                braid.Internal.limit("an ArrayDeque that changes while it is walked through");
            }
        }

        public boolean hasNext() {
            return isDown ? next >= 0 : next < expectedSize;
        }

        public E next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            check();
            last = next;
            next += isDown ? -1 : 1;
            return deque.at(last);
        }

        public void remove() {
            if (last < 0) {
                throw new IllegalStateException();
            }
            check();
            deque.removeAt(last);
            if (!isDown) {
                next--;
            }
            last = -1;
            expect();
        }
    }
}
