// To interrupt a thread that has nothing to wait for changes nothing.
// BRAID: verify => valid
// JAVA: runs
package threads;

public class Interrupt {
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> { });
        t.start();
        t.interrupt();
        t.join();
    }
}
