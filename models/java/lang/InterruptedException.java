package java.lang;

/** A waiting thread is interrupted. */
public class InterruptedException extends Exception {
    public InterruptedException() {
    }

    public InterruptedException(String message) {
        super(message);
    }
}
