// The notification may come before the wait, and is lost then.
// BRAID: verify => deadlock
// JAVA: may hang
package deadlocks;

public class LostNotification {
    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        new Thread(() -> {
            synchronized (lock) {
                lock.notify();
            }
        }).start();
        synchronized (lock) {
            lock.wait();
        }
    }
}
