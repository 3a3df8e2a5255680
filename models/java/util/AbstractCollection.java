package java.util;

/** What collections have in common, by their iterators. */
public abstract class AbstractCollection<E> implements Collection<E> {
    protected AbstractCollection() {
    }

    public abstract Iterator<E> iterator();

    public abstract int size();

    public boolean isEmpty() {
        return size() == 0;
    }

    public boolean contains(Object o) {
        Iterator<E> all = iterator();
        while (all.hasNext()) {
            if (Objects.equals(o, all.next())) {
                return true;
            }
        }
        return false;
    }

    public Object[] toArray() {
        Object[] result = new Object[size()];
        Iterator<E> all = iterator();
        for (int i = 0; i < result.length; i++) {
            result[i] = all.next();
        }
        return result;
    }

    @SuppressWarnings("unchecked")
    public <T> T[] toArray(T[] given) {
        int size = size();
        T[] result = given.length >= size ? given
                : (T[]) braid.Internal.newArrayLike(given, size);
        Iterator<E> all = iterator();
        for (int i = 0; i < size; i++) {
            result[i] = (T) all.next();
        }
        if (result.length > size) {
            result[size] = null;
        }
        return result;
    }

    public boolean add(E e) {
        throw new UnsupportedOperationException();
    }

    public boolean remove(Object o) {
        Iterator<E> all = iterator();
        while (all.hasNext()) {
            if (Objects.equals(o, all.next())) {
                all.remove();
                return true;
            }
        }
        return false;
    }

    public boolean containsAll(Collection<?> others) {
        for (Object other : others) {
            if (!contains(other)) {
                return false;
            }
        }
        return true;
    }

    public boolean addAll(Collection<? extends E> others) {
        boolean changed = false;
        for (E other : others) {
            if (add(other)) {
                changed = true;
            }
        }
        return changed;
    }

    public boolean removeAll(Collection<?> others) {
        Objects.requireNonNull(others);
        return drop(others, true);
    }

    public boolean retainAll(Collection<?> others) {
        Objects.requireNonNull(others);
        return drop(others, false);
    }

    private boolean drop(Collection<?> others, boolean those) {
        boolean changed = false;
        Iterator<E> all = iterator();
        while (all.hasNext()) {
            if (others.contains(all.next()) == those) {
                all.remove();
                changed = true;
            }
        }
        return changed;
    }

    public void clear() {
        Iterator<E> all = iterator();
        while (all.hasNext()) {
            all.next();
            all.remove();
        }
    }

    public String toString() {
        Iterator<E> all = iterator();
        String text = "[";
        boolean first = true;
        while (all.hasNext()) {
            E e = all.next();
            if (!first) {
                text = text.concat(", ");
            }
            first = false;
            text = text.concat(e == this ? "(this Collection)" : String.valueOf(e));
        }
        return text.concat("]");
    }
}
