// Boolean.FALSE is one object: two locks on it exclude each other.
// BRAID: verify => valid
// JAVA: prints
package boxing;

public class LockOnFalse {
    static final Boolean MINE = false;
    static final Boolean YOURS = Boolean.valueOf(false);
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            synchronized (MINE) {
                count++;
            }
        });
        t.start();
        synchronized (YOURS) {
            count++;
        }
        t.join();
        System.out.println(count);
        assert count == 2;
    }
}
