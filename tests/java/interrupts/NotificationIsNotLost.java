// One of two threads is interrupted and one is notified: if it is the same, then either it was notified,
// and still is interrupted, or the notification is for the other one.
// BRAID: verify => valid
// JAVA: prints
package interrupts;

public class NotificationIsNotLost {
    private static final Object monitor = new Object();
    private static int notified;

    private static void work() {
        synchronized (monitor) {
            try {
                monitor.wait();
                notified++;
            } catch (InterruptedException e) {
                monitor.notify();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(NotificationIsNotLost::work);
        synchronized (monitor) {
            a.start();
            a.interrupt();
            monitor.wait(1);
            monitor.notify();
        }
        a.join();
        System.out.println(notified <= 1);
    }
}
