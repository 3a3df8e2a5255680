// A timed wait that nobody ends by notify ends all the same.
// BRAID: verify => valid
// JAVA: prints
package waits;

public class TimedWaitAlone {
    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        synchronized (lock) {
            lock.wait(1);
            System.out.println("back");
            assert Thread.holdsLock(lock);
        }
        try {
            synchronized (lock) {
                lock.wait(-1);
            }
            assert false;
        } catch (IllegalArgumentException e) {
            System.out.println("negative");
        }
    }
}
