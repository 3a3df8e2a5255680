// A thread that waits is interrupted, before or while it waits.
// BRAID: verify => valid
// JAVA: prints
package interrupts;

public class Wait {
    private static boolean interrupted;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            try {
                synchronized (Wait.class) {
                    Wait.class.wait();
                }
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
