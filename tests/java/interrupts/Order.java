// What was done before interrupt() is seen by the thread that is interrupted.
// BRAID: verify => valid
// JAVA: prints
package interrupts;

public class Order {
    private static int reason;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            synchronized (Order.class) {
                try {
                    Order.class.wait();
                } catch (InterruptedException e) {
                    System.out.println(reason);
                }
            }
        });
        t.start();
        reason = 7;
        t.interrupt();
        t.join();
    }
}
