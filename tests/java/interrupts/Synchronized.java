// Who waits for a monitor cannot be interrupted.
// BRAID: verify => deadlock
// JAVA: hangs
package interrupts;

public class Synchronized {
    public static void main(String[] args) throws InterruptedException {
        Object monitor = new Object();
        synchronized (monitor) {
            Thread t = new Thread(() -> {
                synchronized (monitor) {
                    monitor.notify();
                }
            });
            t.start();
            t.interrupt();
            t.join();
        }
    }
}
