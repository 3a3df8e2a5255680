// A lock in a field that changes: two threads hold different objects.
// BRAID: verify => invalid race
// JAVA: runs
package monitors;

public class LockChanged {
    static volatile Object lock = new Object();
    static int count;

    static void work() {
        synchronized (lock) {
            lock = new Object();
            count++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(LockChanged::work);
        Thread b = new Thread(LockChanged::work);
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
