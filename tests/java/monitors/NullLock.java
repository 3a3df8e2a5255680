// A monitor of null.
// BRAID: verify => invalid line 10 throws java.lang.NullPointerException
// JAVA: prints
package monitors;

public class NullLock {
    static Object lock = new Object();

    static void locked(String text) {
        synchronized (lock) { // fails
            System.out.println(text);
        }
    }

    public static void main(String[] args) {
        locked("once");
        lock = null;
        locked("twice");
    }
}
