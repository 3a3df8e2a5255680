// The same with a plain flag.
// BRAID: verify => invalid race
// BRAID: verify --no-races => valid
// JAVA: runs
package memory;

public class PlainFlag {
    static int data;
    static boolean ready;

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
