// Main waits for a thread while it holds the monitor that the thread needs.
// BRAID: verify => deadlock
// JAVA: hangs
package deadlocks;

public class JoinHoldingLock {
    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        Thread t = new Thread(() -> {
            synchronized (lock) {
                System.out.println("never");
            }
        });
        synchronized (lock) {
            t.start();
            t.join();
        }
    }
}
