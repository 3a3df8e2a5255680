// A thread becomes a daemon before it starts, or not at all.
// BRAID: verify => valid
// JAVA: prints
package threads;

public class DaemonTooLate {
    public static void main(String[] args) throws InterruptedException {
        Object gate = new Object();
        Thread t = new Thread(() -> {
            synchronized (gate) {
            }
        });
        synchronized (gate) {
            t.start();
            try {
                t.setDaemon(true);
                assert false;
            } catch (IllegalThreadStateException e) {
                System.out.println("too late");
            }
        }
        t.join();
        assert !t.isDaemon();
    }
}
