package java.lang;

/** Something to do. */
@FunctionalInterface
public interface Runnable {
    void run();
}
