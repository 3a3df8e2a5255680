// A thread that sleeps is interrupted, or is too late for it.
// BRAID: verify => valid
// JAVA: runs
package interrupts;

public class Sleep {
    private static boolean interrupted;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        });
        t.start();
        t.interrupt();
        t.join();
        System.out.println(interrupted);
    }
}
