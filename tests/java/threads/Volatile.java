// A volatile flag publishes what was written before it.
// BRAID: verify => valid
// JAVA: prints
package threads;

public class Volatile {
    static int data;
    static volatile boolean ready;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            data = 7;
            ready = true;
        });
        t.start();
        if (ready) {
            assert data == 7;
        }
        t.join();
        System.out.println(data);
    }
}
