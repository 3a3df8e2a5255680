// wait without the monitor.
// BRAID: verify => invalid throws java.lang.IllegalMonitorStateException
// JAVA: prints
package waits;

public class NotOwner {
    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        synchronized (lock) {
            lock.notify();
            lock.notifyAll();
        }
        System.out.println("fine so far");
        lock.wait();
    }
}
