// An assertion of a daemon thread may fail while main runs.
// BRAID: verify => invalid line 10 throws java.lang.AssertionError
// JAVA: runs
package threads;

public class DaemonFails {
    static volatile boolean late;

    static void check() {
        assert !late;  // fails
    }

    public static void main(String[] args) {
        Thread t = new Thread(DaemonFails::check);
        t.setDaemon(true);
        t.start();
        late = true;
    }
}
