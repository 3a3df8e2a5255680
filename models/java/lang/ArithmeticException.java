package java.lang;

/** Integer division by zero, and what `Math` finds too large. */
public class ArithmeticException extends RuntimeException {
    public ArithmeticException() {
    }

    public ArithmeticException(String message) {
        super(message);
    }
}
