// A lock on a small Integer is a lock that all share; on one that is incremented, it is no lock.
// BRAID: verify --no-races => valid
// BRAID: verify => invalid race
// JAVA: runs
package boxing;

public class LockOnBox {
    static Integer count = 0;

    static void increment() {
        synchronized (count) {
            count++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(LockOnBox::increment);
        Thread b = new Thread(LockOnBox::increment);
        a.start();
        b.start();
        a.join();
        b.join();
        assert count == 2;
    }
}
