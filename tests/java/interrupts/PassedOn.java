// A worker that is interrupted sets the status again for its caller, who stops then.
// BRAID: verify => valid
// JAVA: prints
package interrupts;

public class PassedOn {
    private static final Object monitor = new Object();

    private static void step() {
        synchronized (monitor) {
            try {
                monitor.wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                step();
            }
        });
        t.start();
        t.interrupt();
        t.join();
        System.out.println("stopped");
    }
}
