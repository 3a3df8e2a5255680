// So it does if the interrupt ends a sleep.
// BRAID: verify => valid
// JAVA: runs
package memory;

public class InterruptedWait {
    static int data;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                assert data == 1;
            }
        });
        t.start();
        data = 1;
        t.interrupt();
        t.join();
    }
}
