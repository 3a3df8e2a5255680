// A worker asks with interrupted(), which clears the status, and waits afterwards.
// BRAID: verify => deadlock
// JAVA: may hang
package interrupts;

public class ClearedTooEarly {
    private static final Object monitor = new Object();

    public static void main(String[] args) {
        Thread t = new Thread(() -> {
            Thread.interrupted();
            synchronized (monitor) {
                try {
                    monitor.wait();
                } catch (InterruptedException e) {
                    return;
                }
            }
        });
        t.start();
        t.interrupt();
    }
}
