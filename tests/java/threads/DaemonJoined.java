// Whoever waits for a daemon that is blocked is blocked, too.
// BRAID: verify => deadlock
// JAVA: hangs
package threads;

public class DaemonJoined {
    static final Object NEVER = new Object();

    static void rest() {
        synchronized (NEVER) {
            try {
                NEVER.wait();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(DaemonJoined::rest);
        t.setDaemon(true);
        t.start();
        t.join();
    }
}
