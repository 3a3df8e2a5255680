// Without join, the value of a thread may be missing.
// BRAID: verify => invalid race
// BRAID: verify --no-races => invalid line 13 throws java.lang.AssertionError
// JAVA: runs
package threads;

public class NoJoin {
    static int value;

    public static void main(String[] args) {
        Thread t = new Thread(() -> value = 42);
        t.start();
        assert value == 42; // fails
    }
}
