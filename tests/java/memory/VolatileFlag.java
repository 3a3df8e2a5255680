// Plain data behind a volatile flag.
// BRAID: verify => valid
// JAVA: runs
package memory;

public class VolatileFlag {
    static int data;
    static volatile boolean ready;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            data = 42;
            ready = true;
        });
        t.start();
        if (ready) {
            assert data == 42;
        }
        t.join();
    }
}
