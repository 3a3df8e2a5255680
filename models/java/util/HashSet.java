package java.util;

/** A set by hash codes: the keys of a HashMap. */
public class HashSet<E> extends AbstractSet<E>
        implements Set<E>, Cloneable, java.io.Serializable {
    private final HashMap<E, Object> map;

    public HashSet() {
        map = new HashMap<>();
    }

    public HashSet(Collection<? extends E> others) {
        map = new HashMap<>(Math.max((int) (others.size() / .75f) + 1, 16));
        addAll(others);
    }

    public HashSet(int capacity, float loadFactor) {
        map = new HashMap<>(capacity, loadFactor);
    }

    public HashSet(int capacity) {
        map = new HashMap<>(capacity);
    }

    /** For LinkedHashSet. */
    HashSet(HashMap<E, Object> map) {
        this.map = map;
    }

    public Iterator<E> iterator() {
        return map.keys();
    }

    public int size() {
        return map.size();
    }

    public boolean isEmpty() {
        return map.isEmpty();
    }

    public boolean contains(Object o) {
        return map.containsKey(o);
    }

    public boolean add(E e) {
        return map.put(e, Boolean.TRUE) == null;
    }

    public boolean remove(Object o) {
        return map.remove(o) == Boolean.TRUE;
    }

    public void clear() {
        map.clear();
    }

    public Object clone() {
        braid.Internal.limit("HashSet.clone");
        return null;
    }
}
