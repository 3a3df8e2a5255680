// A counter under two different locks is under none.
// BRAID: verify => invalid race
// BRAID: verify --no-races => invalid line 23 throws java.lang.AssertionError
// JAVA: runs
package monitors;

public class TwoLocks {
    static final Object LEFT = new Object();
    static final Object RIGHT = new Object();
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            synchronized (LEFT) {
                count++;
            }
        });
        t.start();
        synchronized (RIGHT) {
            count++;
        }
        t.join();
        assert count == 2; // fails
    }
}
