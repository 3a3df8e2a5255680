package java.lang;

/**
 * An object is stored into an array that may not hold it. The text that the virtual machine gives to its own is not known: it
 * makes them without a constructor.
 */
public class ArrayStoreException extends RuntimeException {
    /** Whether a constructor made this object. */
    private final boolean constructed;

    public ArrayStoreException() {
        this.constructed = true;
    }

    public ArrayStoreException(String message) {
        super(message);
        this.constructed = true;
    }

    @Override
    public String getMessage() {
        String message = super.getMessage();
        if (message == null && !constructed) {
            braid.Internal.limit("the message of a ArrayStoreException of the virtual machine");
        }
        return message;
    }
}
