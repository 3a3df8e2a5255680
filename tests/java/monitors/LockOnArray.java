// Arrays and class objects have monitors, too.
// BRAID: verify => valid
// JAVA: prints
package monitors;

public class LockOnArray {
    static final int[] DATA = {0};

    static void add(int n) {
        synchronized (DATA) {
            DATA[0] += n;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> add(1));
        t.start();
        add(2);
        t.join();
        synchronized (LockOnArray.class) {
            System.out.println(DATA[0] + " " + Thread.holdsLock(LockOnArray.class) + " "
                    + Thread.holdsLock(DATA));
        }
        assert DATA[0] == 3;
    }
}
