// A thread cannot be started a second time.
// BRAID: verify => invalid throws java.lang.IllegalThreadStateException
// JAVA: prints
package threads;

public class StartTwice {
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> { });
        t.start();
        t.join();
        System.out.println("ended");
        t.start();
    }
}
