// notify wakes one of two waiting threads; the other waits for ever.
// BRAID: verify => deadlock
// JAVA: may hang
package deadlocks;

public class NotifyOneOfTwo {
    private boolean open;

    synchronized void pass() {
        while (!open) {
            try {
                wait();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    synchronized void open() {
        open = true;
        notify();
    }

    public static void main(String[] args) {
        NotifyOneOfTwo gate = new NotifyOneOfTwo();
        new Thread(gate::pass).start();
        new Thread(gate::pass).start();
        gate.open();
    }
}
