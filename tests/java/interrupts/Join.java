// A thread that waits for another one, which waits for it, is interrupted.
// BRAID: verify => valid
// JAVA: prints
package interrupts;

public class Join {
    private static final Thread main = Thread.currentThread();

    private static boolean interrupted;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            try {
                main.join();
            } catch (InterruptedException e) {
                interrupted = true;
                assert !Thread.interrupted();
            }
        });
        t.start();
        t.interrupt();
        t.join();
        System.out.println(interrupted);
    }
}
