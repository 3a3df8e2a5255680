package java.util;

/** What lists without direct access have in common, by their iterators. */
public abstract class AbstractSequentialList<E> extends AbstractList<E> {
    protected AbstractSequentialList() {
    }

    public abstract ListIterator<E> listIterator(int index);

    private static IndexOutOfBoundsException beyond(int index) {
        return new IndexOutOfBoundsException("Index: ".concat(String.valueOf(index)));
    }

    public E get(int index) {
        try {
            return listIterator(index).next();
        } catch (NoSuchElementException e) {
            throw beyond(index);
        }
    }

    public E set(int index, E element) {
        try {
            ListIterator<E> at = listIterator(index);
            E old = at.next();
            at.set(element);
            return old;
        } catch (NoSuchElementException e) {
            throw beyond(index);
        }
    }

    public void add(int index, E element) {
        listIterator(index).add(element);
    }

    public E remove(int index) {
        try {
            ListIterator<E> at = listIterator(index);
            E old = at.next();
            at.remove();
            return old;
        } catch (NoSuchElementException e) {
            throw beyond(index);
        }
    }

    public boolean addAll(int index, Collection<? extends E> others) {
        boolean changed = false;
        ListIterator<E> at = listIterator(index);
        for (E other : others) {
            at.add(other);
            changed = true;
        }
        return changed;
    }

    public Iterator<E> iterator() {
        return listIterator();
    }
}
