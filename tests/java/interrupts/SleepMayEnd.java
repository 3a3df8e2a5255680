// The same, if somebody believes that the sleep is long enough.
// BRAID: verify => invalid line 20 throws java.lang.AssertionError
// JAVA: runs
package interrupts;

public class SleepMayEnd {
    private static boolean interrupted;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            try {
                Thread.sleep(1000);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        });
        t.start();
        t.interrupt();
        t.join();
        assert interrupted; // fails
    }
}
