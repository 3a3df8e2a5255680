package java.util;

/** A map by hash codes that keeps the order in which keys came, or were last used. */
public class LinkedHashMap<K, V> extends HashMap<K, V> implements Map<K, V> {
    private Node<K, V> head;
    private Node<K, V> tail;
    private final boolean byAccess;

    public LinkedHashMap(int capacity, float loadFactor, boolean byAccess) {
        super(capacity, loadFactor);
        this.byAccess = byAccess;
    }

    public LinkedHashMap(int capacity, float loadFactor) {
        this(capacity, loadFactor, false);
    }

    public LinkedHashMap(int capacity) {
        super(capacity);
        this.byAccess = false;
    }

    public LinkedHashMap() {
        this.byAccess = false;
    }

    public LinkedHashMap(Map<? extends K, ? extends V> others) {
        this.byAccess = false;
        putAll(others);
    }

    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return false;
    }

    void entered(Node<K, V> node) {
        node.before = tail;
        if (tail == null) {
            head = node;
        } else {
            tail.after = node;
        }
        tail = node;
    }

    void left(Node<K, V> node) {
        if (node.before == null) {
            head = node.after;
        } else {
            node.before.after = node.after;
        }
        if (node.after == null) {
            tail = node.before;
        } else {
            node.after.before = node.before;
        }
        node.before = null;
        node.after = null;
    }

    void touched(Node<K, V> node) {
        if (byAccess && tail != node) {
            left(node);
            entered(node);
            modCount++;
        }
    }

    void evict() {
        if (head != null && removeEldestEntry(head)) {
            remove(head.key);
        }
    }

    void cleared() {
        head = null;
        tail = null;
    }

    Node<K, V> firstNode() {
        return head;
    }

    Node<K, V> nodeAfter(Node<K, V> node) {
        return node.after;
    }

    public Object clone() {
        braid.Internal.limit("LinkedHashMap.clone");
        return null;
    }
}
