// wait without a loop: right unless threads wake up by themselves.
// BRAID: verify => valid
// BRAID: verify --spurious => invalid line 21 throws java.lang.AssertionError
// JAVA: prints
package waits;

public class NoLoop {
    private boolean full;
    private int value;

    synchronized void put(int v) {
        value = v;
        full = true;
        notify();
    }

    synchronized int take() throws InterruptedException {
        if (!full) {
            wait();
        }
        assert full; // fails
        return value;
    }

    public static void main(String[] args) throws InterruptedException {
        NoLoop box = new NoLoop();
        Thread t = new Thread(() -> box.put(8));
        t.start();
        System.out.println(box.take());
        t.join();
    }
}
