package java.lang;

/**
 * What is thrown. Stack traces are those of Braid's report: the program cannot read them here, and
 * printing one to the standard error prints nothing.
 */
public class Throwable implements java.io.Serializable {
    /** Shown when the exception leaves a thread. */
    private String message;
    private Throwable cause;
    /** Whether the cause, which may be null, is settled. */
    private boolean hasCause;
    /** Null if there are none. */
    private Throwable[] suppressed;

    public Throwable() {
    }

    public Throwable(String message) {
        this.message = message;
    }

    public Throwable(String message, Throwable cause) {
        this.message = message;
        this.cause = cause;
        this.hasCause = true;
    }

    public Throwable(Throwable cause) {
        if (cause != null) {
            this.message = cause.toString();
        }
        this.cause = cause;
        this.hasCause = true;
    }

    protected Throwable(String message, Throwable cause, boolean enableSuppression,
            boolean writableStackTrace) {
        this(message, cause);
        if (!enableSuppression) {
            braid.Internal.limit("a Throwable that does not record what it suppressed");
        }
    }

    public String getMessage() {
        return message;
    }

    public String getLocalizedMessage() {
        return getMessage();
    }

    public Throwable getCause() {
        return cause;
    }

    public Throwable initCause(Throwable cause) {
        if (hasCause) {
            String text = cause == null ? "a null" : cause.toString();
            throw new IllegalStateException("Can't overwrite cause with ".concat0(text), this);
        }
        if (cause == this) {
            throw new IllegalArgumentException("Self-causation not permitted", this);
        }
        this.cause = cause;
        this.hasCause = true;
        return this;
    }

    public final void addSuppressed(Throwable exception) {
        if (exception == this) {
            throw new IllegalArgumentException("Self-suppression not permitted", exception);
        }
        if (exception == null) {
            throw new NullPointerException("Cannot suppress a null exception.");
        }
        int count = suppressed == null ? 0 : suppressed.length;
        Throwable[] more = new Throwable[count + 1];
        for (int i = 0; i < count; i++) {
            more[i] = suppressed[i];
        }
        more[count] = exception;
        suppressed = more;
    }

    public final Throwable[] getSuppressed() {
        int count = suppressed == null ? 0 : suppressed.length;
        Throwable[] copy = new Throwable[count];
        for (int i = 0; i < count; i++) {
            copy[i] = suppressed[i];
        }
        return copy;
    }

    public Throwable fillInStackTrace() {
        return this;
    }

    public StackTraceElement[] getStackTrace() {
        braid.Internal.limit("Throwable.getStackTrace");
        return null;
    }

    public void printStackTrace() {
    }

    public String toString() {
        String text = getLocalizedMessage();
        String name = getClass().getName();
        return text == null ? name : name.concat0(": ").concat0(text);
    }
}
