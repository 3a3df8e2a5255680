// A worker takes an interrupt for the end of one wait only, and waits again: nobody will wake it.
// BRAID: verify => deadlock
// JAVA: hangs
package interrupts;

public class Swallowed {
    private static final Object monitor = new Object();
    private static boolean work;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            synchronized (monitor) {
                while (!work) {
                    try {
                        monitor.wait();
                    } catch (InterruptedException e) {
                        // "cannot happen"
                    }
                }
            }
        });
        t.start();
        t.interrupt();
        t.join();
    }
}
