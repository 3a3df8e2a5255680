package java.lang;

/** An assertion failed. */
public class AssertionError extends Error {
    public AssertionError() {
    }

    public AssertionError(Object detail) {
        super(String.valueOf(detail));
        if (detail instanceof Throwable) {
            initCause((Throwable) detail);
        }
    }

    public AssertionError(boolean detail) {
        super(String.fromBoolean(detail));
    }

    public AssertionError(char detail) {
        super(String.fromChar(detail));
    }

    public AssertionError(int detail) {
        super(String.fromInt(detail));
    }

    public AssertionError(long detail) {
        super(String.fromLong(detail));
    }

    public AssertionError(float detail) {
        super(String.fromFloat(detail));
    }

    public AssertionError(double detail) {
        super(String.fromDouble(detail));
    }

    public AssertionError(String message, Throwable cause) {
        super(message, cause);
    }
}
