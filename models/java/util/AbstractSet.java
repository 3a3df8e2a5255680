package java.util;

/** What sets have in common. */
public abstract class AbstractSet<E> extends AbstractCollection<E> implements Set<E> {
    protected AbstractSet() {
    }

    public boolean equals(Object o) {
        if (o == this) {
            return true;
        }
        if (!(o instanceof Set)) {
            return false;
        }
        Collection<?> other = (Collection<?>) o;
        if (other.size() != size()) {
            return false;
        }
        try {
            return containsAll(other);
        } catch (ClassCastException | NullPointerException e) {
            return false;
        }
    }

    public int hashCode() {
        int hash = 0;
        Iterator<E> all = iterator();
        while (all.hasNext()) {
            E e = all.next();
            if (e != null) {
                hash += e.hashCode();
            }
        }
        return hash;
    }

    public boolean removeAll(Collection<?> others) {
        Objects.requireNonNull(others);
        boolean changed = false;
        if (size() > others.size()) {
            for (Object other : others) {
                changed |= remove(other);
            }
        } else {
            for (Iterator<?> all = iterator(); all.hasNext();) {
                if (others.contains(all.next())) {
                    all.remove();
                    changed = true;
                }
            }
        }
        return changed;
    }
}
