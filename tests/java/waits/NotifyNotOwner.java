// notify without the monitor, which another object's monitor does not replace.
// BRAID: verify => valid
// JAVA: prints
package waits;

public class NotifyNotOwner {
    public static void main(String[] args) {
        Object lock = new Object();
        Object other = new Object();
        int caught = 0;
        synchronized (other) {
            try {
                lock.notify();
            } catch (IllegalMonitorStateException e) {
                caught++;
            }
            try {
                lock.notifyAll();
            } catch (IllegalMonitorStateException e) {
                caught++;
            }
        }
        System.out.println(caught);
        assert caught == 2;
    }
}
