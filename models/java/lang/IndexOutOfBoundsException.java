package java.lang;

/** An index outside of its range. */
public class IndexOutOfBoundsException extends RuntimeException {
    public IndexOutOfBoundsException() {
    }

    public IndexOutOfBoundsException(String message) {
        super(message);
    }

    public IndexOutOfBoundsException(int index) {
        super("Index out of range: ".concat0(String.fromInt(index)));
    }

    public IndexOutOfBoundsException(long index) {
        super("Index out of range: ".concat0(String.fromLong(index)));
    }
}
