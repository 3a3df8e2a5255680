package java.util;

import java.util.function.Consumer;

/** A list, and a queue with two ends, of nodes that know their neighbours. */
public class LinkedList<E> extends AbstractSequentialList<E>
        implements List<E>, Deque<E>, Cloneable, java.io.Serializable {
    private static final class Node<E> {
        E item;
        Node<E> next;
        Node<E> before;

        Node(E item) {
            this.item = item;
        }
    }

    private int size;
    private Node<E> first;
    private Node<E> last;

    public LinkedList() {
    }

    public LinkedList(Collection<? extends E> others) {
        addAll(others);
    }

    /** Before the node, or at the end. */
    private void insert(E e, Node<E> next) {
        Node<E> node = new Node<>(e);
        Node<E> before = next == null ? last : next.before;
        node.before = before;
        node.next = next;
        if (before == null) {
            first = node;
        } else {
            before.next = node;
        }
        if (next == null) {
            last = node;
        } else {
            next.before = node;
        }
        size++;
        modCount++;
    }

    private E unlink(Node<E> node) {
        if (node.before == null) {
            first = node.next;
        } else {
            node.before.next = node.next;
        }
        if (node.next == null) {
            last = node.before;
        } else {
            node.next.before = node.before;
        }
        E item = node.item;
        node.item = null;
        node.next = null;
        node.before = null;
        size--;
        modCount++;
        return item;
    }

    private Node<E> node(int index) {
        if (index < size / 2) {
            Node<E> at = first;
            for (int i = 0; i < index; i++) {
                at = at.next;
            }
            return at;
        }
        Node<E> at = last;
        for (int i = size - 1; i > index; i--) {
            at = at.before;
        }
        return at;
    }

    private Node<E> checkedNode(int index) {
        if (index < 0 || index >= size) {
            throw outside(index, size);
        }
        return node(index);
    }

    private static <T> Node<T> required(Node<T> node) {
        if (node == null) {
            throw new NoSuchElementException();
        }
        return node;
    }

    public E getFirst() {
        return required(first).item;
    }

    public E getLast() {
        return required(last).item;
    }

    public E removeFirst() {
        return unlink(required(first));
    }

    public E removeLast() {
        return unlink(required(last));
    }

    public void addFirst(E e) {
        insert(e, first);
    }

    public void addLast(E e) {
        insert(e, null);
    }

    public boolean contains(Object o) {
        return indexOf(o) >= 0;
    }

    public int size() {
        return size;
    }

    public boolean add(E e) {
        insert(e, null);
        return true;
    }

    private boolean removeIfThere(Node<E> node) {
        if (node == null) {
            return false;
        }
        unlink(node);
        return true;
    }

    private Node<E> find(Object o) {
        for (Node<E> n = first; n != null; n = n.next) {
            if (o == null ? n.item == null : o.equals(n.item)) {
                return n;
            }
        }
        return null;
    }

    private Node<E> findLast(Object o) {
        for (Node<E> n = last; n != null; n = n.before) {
            if (o == null ? n.item == null : o.equals(n.item)) {
                return n;
            }
        }
        return null;
    }

    public boolean remove(Object o) {
        return removeIfThere(find(o));
    }

    public boolean removeFirstOccurrence(Object o) {
        return removeIfThere(find(o));
    }

    public boolean removeLastOccurrence(Object o) {
        return removeIfThere(findLast(o));
    }

    public boolean addAll(Collection<? extends E> others) {
        return addAll(size, others);
    }

    @SuppressWarnings("unchecked")
    public boolean addAll(int index, Collection<? extends E> others) {
        checkPosition(index, size);
        Object[] added = others.toArray();
        if (added.length == 0) {
            return false;
        }
        Node<E> next = index == size ? null : node(index);
        int before = modCount;
        for (Object e : added) {
            insert((E) e, next);
        }
        modCount = before + 1;
        return true;
    }

    public void clear() {
        for (Node<E> n = first; n != null;) {
            Node<E> next = n.next;
            n.item = null;
            n.next = null;
            n.before = null;
            n = next;
        }
        first = null;
        last = null;
        size = 0;
        modCount++;
    }

    public E get(int index) {
        return checkedNode(index).item;
    }

    public E set(int index, E element) {
        Node<E> node = checkedNode(index);
        E old = node.item;
        node.item = element;
        return old;
    }

    public void add(int index, E element) {
        checkPosition(index, size);
        insert(element, index == size ? null : node(index));
    }

    public E remove(int index) {
        return unlink(checkedNode(index));
    }

    public int indexOf(Object o) {
        int index = 0;
        for (Node<E> n = first; n != null; n = n.next) {
            if (o == null ? n.item == null : o.equals(n.item)) {
                return index;
            }
            index++;
        }
        return -1;
    }

    public int lastIndexOf(Object o) {
        int index = size;
        for (Node<E> n = last; n != null; n = n.before) {
            index--;
            if (o == null ? n.item == null : o.equals(n.item)) {
                return index;
            }
        }
        return -1;
    }

    public E peek() {
        return first == null ? null : first.item;
    }

    public E element() {
        return getFirst();
    }

    public E poll() {
        return first == null ? null : unlink(first);
    }

    public E remove() {
        return removeFirst();
    }

    public boolean offer(E e) {
        return add(e);
    }

    public boolean offerFirst(E e) {
        addFirst(e);
        return true;
    }

    public boolean offerLast(E e) {
        addLast(e);
        return true;
    }

    public E peekFirst() {
        return peek();
    }

    public E peekLast() {
        return last == null ? null : last.item;
    }

    public E pollFirst() {
        return poll();
    }

    public E pollLast() {
        return last == null ? null : unlink(last);
    }

    public void push(E e) {
        addFirst(e);
    }

    public E pop() {
        return removeFirst();
    }

    public Object[] toArray() {
        Object[] result = new Object[size];
        int i = 0;
        for (Node<E> n = first; n != null; n = n.next) {
            result[i] = n.item;
            i++;
        }
        return result;
    }

    public Object clone() {
        braid.Internal.limit("LinkedList.clone");
        return null;
    }

    public ListIterator<E> listIterator(int index) {
        checkPosition(index, size);
        return new Walk<>(this, index);
    }

    public Iterator<E> descendingIterator() {
        ListIterator<E> all = listIterator(size);
        return new Iterator<E>() {
            public boolean hasNext() {
                return all.hasPrevious();
            }

            public E next() {
                return all.previous();
            }

            public void remove() {
                all.remove();
            }
        };
    }

    private static final class Walk<E> implements ListIterator<E> {
        private final LinkedList<E> list;
        private Node<E> returned;
        private Node<E> next;
        private int nextIndex;
        private int expected;

        Walk(LinkedList<E> list, int index) {
            this.list = list;
            this.next = index == list.size ? null : list.node(index);
            this.nextIndex = index;
            this.expected = list.modCount;
        }

        private void check() {
            if (list.modCount != expected) {
                throw new ConcurrentModificationException();
            }
        }

        public boolean hasNext() {
            return nextIndex < list.size;
        }

        public E next() {
            check();
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            returned = next;
            next = next.next;
            nextIndex++;
            return returned.item;
        }

        public void forEachRemaining(Consumer<? super E> action) {
            Objects.requireNonNull(action);
            while (list.modCount == expected && nextIndex < list.size) {
                action.accept(next.item);
                returned = next;
                next = next.next;
                nextIndex++;
            }
            check();
        }

        public boolean hasPrevious() {
            return nextIndex > 0;
        }

        public E previous() {
            check();
            if (!hasPrevious()) {
                throw new NoSuchElementException();
            }
            next = next == null ? list.last : next.before;
            returned = next;
            nextIndex--;
            return returned.item;
        }

        public int nextIndex() {
            return nextIndex;
        }

        public int previousIndex() {
            return nextIndex - 1;
        }

        public void remove() {
            check();
            if (returned == null) {
                throw new IllegalStateException();
            }
            Node<E> after = returned.next;
            list.unlink(returned);
            if (next == returned) {
                next = after;
            } else {
                nextIndex--;
            }
            returned = null;
            expected++;
        }

        public void set(E e) {
            if (returned == null) {
                throw new IllegalStateException();
            }
            check();
            returned.item = e;
        }

        public void add(E e) {
            check();
            returned = null;
            list.insert(e, next);
            nextIndex++;
            expected++;
        }
    }
}
