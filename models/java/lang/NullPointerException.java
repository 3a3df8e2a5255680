package java.lang;

/**
 * A use of null where an object is needed. The text that the virtual machine gives to its own is not known: it
 * makes them without a constructor.
 */
public class NullPointerException extends RuntimeException {
    /** Whether a constructor made this object. */
    private final boolean constructed;

    public NullPointerException() {
        this.constructed = true;
    }

    public NullPointerException(String message) {
        super(message);
        this.constructed = true;
    }

    @Override
    public String getMessage() {
        String message = super.getMessage();
        if (message == null && !constructed) {
            braid.Internal.limit("the message of a NullPointerException of the virtual machine");
        }
        return message;
    }
}
