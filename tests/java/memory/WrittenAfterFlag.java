// What is written behind the flag is not ordered by it.
// BRAID: verify => invalid race
// JAVA: runs
package memory;

public class WrittenAfterFlag {
    static int data;
    static volatile boolean ready;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            ready = true;
            data = 42;
        });
        t.start();
        if (ready) {
            data = 43;
        }
        t.join();
    }
}
