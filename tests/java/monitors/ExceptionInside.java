// An exception that leaves a synchronized block gives the monitor back.
// BRAID: verify => valid
// JAVA: prints
package monitors;

public class ExceptionInside {
    static final Object LOCK = new Object();
    static int count;

    static void risky(int divisor) {
        synchronized (LOCK) {
            count++;
            count += 10 / divisor;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            try {
                risky(0);
            } catch (ArithmeticException e) {
                synchronized (LOCK) {
                    count += 100;
                }
            }
        });
        t.start();
        risky(5);
        t.join();
        System.out.println(count);
        assert count == 104;
    }
}
