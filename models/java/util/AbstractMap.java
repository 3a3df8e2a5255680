package java.util;

/** What maps have in common, by their entries. */
public abstract class AbstractMap<K, V> implements Map<K, V> {
    protected AbstractMap() {
    }

    public abstract Set<Entry<K, V>> entrySet();

    public int size() {
        return entrySet().size();
    }

    public boolean isEmpty() {
        return size() == 0;
    }

    private Entry<K, V> find(Object key) {
        for (Entry<K, V> e : entrySet()) {
            if (Objects.equals(key, e.getKey())) {
                return e;
            }
        }
        return null;
    }

    public boolean containsValue(Object value) {
        for (Entry<K, V> e : entrySet()) {
            if (Objects.equals(value, e.getValue())) {
                return true;
            }
        }
        return false;
    }

    public boolean containsKey(Object key) {
        return find(key) != null;
    }

    public V get(Object key) {
        Entry<K, V> found = find(key);
        return found == null ? null : found.getValue();
    }

    public V put(K key, V value) {
        throw new UnsupportedOperationException();
    }

    public V remove(Object key) {
        Iterator<Entry<K, V>> all = entrySet().iterator();
        while (all.hasNext()) {
            Entry<K, V> e = all.next();
            if (Objects.equals(key, e.getKey())) {
                V old = e.getValue();
                all.remove();
                return old;
            }
        }
        return null;
    }

    public void putAll(Map<? extends K, ? extends V> others) {
        for (Entry<? extends K, ? extends V> e : others.entrySet()) {
            put(e.getKey(), e.getValue());
        }
    }

    public void clear() {
        entrySet().clear();
    }

    public Set<K> keySet() {
        return new Keys<>(this);
    }

    public Collection<V> values() {
        return new Values<>(this);
    }

    static class Keys<K, V> extends AbstractSet<K> {
        private final Map<K, V> map;

        Keys(Map<K, V> map) {
            this.map = map;
        }

        public int size() {
            return map.size();
        }

        public boolean contains(Object key) {
            return map.containsKey(key);
        }

        public void clear() {
            map.clear();
        }

        public Iterator<K> iterator() {
            Iterator<Entry<K, V>> all = map.entrySet().iterator();
            return new Iterator<K>() {
                public boolean hasNext() {
                    return all.hasNext();
                }

                public K next() {
                    return all.next().getKey();
                }

                public void remove() {
                    all.remove();
                }
            };
        }
    }

    static class Values<K, V> extends AbstractCollection<V> {
        private final Map<K, V> map;

        Values(Map<K, V> map) {
            this.map = map;
        }

        public int size() {
            return map.size();
        }

        public boolean contains(Object value) {
            return map.containsValue(value);
        }

        public void clear() {
            map.clear();
        }

        public Iterator<V> iterator() {
            Iterator<Entry<K, V>> all = map.entrySet().iterator();
            return new Iterator<V>() {
                public boolean hasNext() {
                    return all.hasNext();
                }

                public V next() {
                    return all.next().getValue();
                }

                public void remove() {
                    all.remove();
                }
            };
        }
    }

    public boolean equals(Object o) {
        if (o == this) {
            return true;
        }
        if (!(o instanceof Map)) {
            return false;
        }
        Map<?, ?> other = (Map<?, ?>) o;
        if (other.size() != size()) {
            return false;
        }
        try {
            for (Entry<K, V> e : entrySet()) {
                K key = e.getKey();
                V value = e.getValue();
                if (value == null) {
                    if (other.get(key) != null || !other.containsKey(key)) {
                        return false;
                    }
                } else if (!value.equals(other.get(key))) {
                    return false;
                }
            }
        } catch (ClassCastException | NullPointerException e) {
            return false;
        }
        return true;
    }

    public int hashCode() {
        int hash = 0;
        for (Entry<K, V> e : entrySet()) {
            hash += e.hashCode();
        }
        return hash;
    }

    public String toString() {
        String text = "{";
        boolean first = true;
        for (Entry<K, V> e : entrySet()) {
            if (!first) {
                text = text.concat(", ");
            }
            first = false;
            K key = e.getKey();
            V value = e.getValue();
            text = text.concat(key == this ? "(this Map)" : String.valueOf(key)).concat("=")
                    .concat(value == this ? "(this Map)" : String.valueOf(value));
        }
        return text.concat("}");
    }

    protected Object clone() throws CloneNotSupportedException {
        braid.Internal.limit("AbstractMap.clone");
        return null;
    }

    static boolean sameEntry(Entry<?, ?> e, Object o) {
        if (!(o instanceof Entry)) {
            return false;
        }
        Entry<?, ?> other = (Entry<?, ?>) o;
        return Objects.equals(e.getKey(), other.getKey())
                && Objects.equals(e.getValue(), other.getValue());
    }

    static int hashOfEntry(Entry<?, ?> e) {
        return Objects.hashCode(e.getKey()) ^ Objects.hashCode(e.getValue());
    }

    static String textOfEntry(Entry<?, ?> e) {
        return String.valueOf(e.getKey()).concat("=").concat(String.valueOf(e.getValue()));
    }

    public static class SimpleEntry<K, V> implements Entry<K, V>, java.io.Serializable {
        private final K key;
        private V value;

        public SimpleEntry(K key, V value) {
            this.key = key;
            this.value = value;
        }

        public SimpleEntry(Entry<? extends K, ? extends V> entry) {
            this(entry.getKey(), entry.getValue());
        }

        public K getKey() {
            return key;
        }

        public V getValue() {
            return value;
        }

        public V setValue(V value) {
            V old = this.value;
            this.value = value;
            return old;
        }

        public boolean equals(Object o) {
            return sameEntry(this, o);
        }

        public int hashCode() {
            return hashOfEntry(this);
        }

        public String toString() {
            return textOfEntry(this);
        }
    }

    public static class SimpleImmutableEntry<K, V> implements Entry<K, V>, java.io.Serializable {
        private final K key;
        private final V value;

        public SimpleImmutableEntry(K key, V value) {
            this.key = key;
            this.value = value;
        }

        public SimpleImmutableEntry(Entry<? extends K, ? extends V> entry) {
            this(entry.getKey(), entry.getValue());
        }

        public K getKey() {
            return key;
        }

        public V getValue() {
            return value;
        }

        public V setValue(V value) {
            throw new UnsupportedOperationException();
        }

        public boolean equals(Object o) {
            return sameEntry(this, o);
        }

        public int hashCode() {
            return hashOfEntry(this);
        }

        public String toString() {
            return textOfEntry(this);
        }
    }
}
