// Two monitors in opposite orders.
// BRAID: verify => deadlock cycle 2
// JAVA: may hang
package deadlocks;

public class OppositeOrders {
    public static void main(String[] args) {
        Object a = new Object();
        Object b = new Object();
        new Thread(() -> {
            synchronized (a) {
                synchronized (b) {
                    System.out.println("one");
                }
            }
        }).start();
        synchronized (b) {
            synchronized (a) {
                System.out.println("two");
            }
        }
    }
}
