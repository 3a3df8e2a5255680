// Interrupts are not modelled: unknown, with their name.
// BRAID: verify => unknown reason Thread.interrupt
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
