// A timed wait comes back by itself: no deadlock, but the condition may be false.
// BRAID: verify => invalid line 22 throws java.lang.AssertionError
// JAVA: runs
package waits;

public class TimedWait {
    static final Object LOCK = new Object();
    static boolean ready;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            synchronized (LOCK) {
                ready = true;
                LOCK.notify();
            }
        });
        t.start();
        synchronized (LOCK) {
            if (!ready) {
                LOCK.wait(5);
            }
            assert ready; // fails
        }
        t.join();
    }
}
