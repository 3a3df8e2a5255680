package braid;

/** No order of the calls on an object explains what they gave. */
public final class NotLinearizable extends Error {
    NotLinearizable(String message) {
        super(message);
    }
}
