// What a daemon does may come before the end of main, whatever main does last.
// BRAID: verify => invalid line 14 throws java.lang.AssertionError
// JAVA: runs
package threads;

public class DaemonAfterMain {
    static final Object LOCK = new Object();
    static int steps;

    static void work() {
        synchronized (LOCK) {
            steps++;
        }
        assert steps == 0;  // fails
    }

    public static void main(String[] args) {
        Thread t = new Thread(DaemonAfterMain::work);
        t.setDaemon(true);
        t.start();
    }
}
