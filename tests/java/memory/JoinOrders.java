// join orders what the thread did; a timed join orders nothing if its time is over.
// BRAID: verify => valid
// BRAID: verify --entry memory.JoinOrders.timed => invalid race
// JAVA: prints
package memory;

public class JoinOrders {
    static int data;

    static void timed() throws InterruptedException {
        Thread t = new Thread(() -> data = 1);
        t.start();
        t.join(1000);
        data = 2;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> data = 1);
        t.start();
        t.join();
        System.out.println(data);
        assert data == 1;
    }
}
