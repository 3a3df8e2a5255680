package java.lang;

/** Objects with an order. */
public interface Comparable<T> {
    int compareTo(T other);
}
