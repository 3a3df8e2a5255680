// What a thread did before it interrupts another one comes before that one finds out.
// BRAID: verify => valid
// BRAID: verify --entry memory.InterruptOrders.early => invalid race
// JAVA: runs
package memory;

public class InterruptOrders {
    static int data;

    static void early() throws InterruptedException {
        Thread t = new Thread(() -> {
            Thread.interrupted();
            data = 2;
        });
        t.start();
        data = 1;
        t.interrupt();
        t.join();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            if (Thread.interrupted()) {
                assert data == 1;
            }
        });
        t.start();
        data = 1;
        t.interrupt();
        t.join();
    }
}
