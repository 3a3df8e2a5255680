package java.lang;

/**
 * An object is not of the class it is cast to. The text that the virtual machine gives to its own is not known: it
 * makes them without a constructor.
 */
public class ClassCastException extends RuntimeException {
    /** Whether a constructor made this object. */
    private final boolean constructed;

    public ClassCastException() {
        this.constructed = true;
    }

    public ClassCastException(String message) {
        super(message);
        this.constructed = true;
    }

    @Override
    public String getMessage() {
        String message = super.getMessage();
        if (message == null && !constructed) {
            braid.Internal.limit("the message of a ClassCastException of the virtual machine");
        }
        return message;
    }
}
