// A consumer looks outside of the lock whether there is something, and waits for a notification
// that came in between.
// BRAID: verify => deadlock rows 40
// JAVA: may hang
package bugs;

public class LostWakeUp {
    private static final Object lock = new Object();
    private static volatile boolean ready;

    public static void main(String[] args) throws InterruptedException {
        Thread producer = new Thread(() -> {
            ready = true;
            synchronized (lock) {
                lock.notify();
            }
        });
        producer.start();
        if (!ready) {
            synchronized (lock) {
                lock.wait();
            }
        }
    }
}
