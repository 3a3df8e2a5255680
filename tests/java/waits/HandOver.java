// A value is handed over with wait in a loop and notify.
// BRAID: verify => valid
// BRAID: verify --spurious => valid
// JAVA: prints
package waits;

public class HandOver {
    private boolean full;
    private int value;

    synchronized void put(int v) {
        value = v;
        full = true;
        notify();
    }

    synchronized int take() throws InterruptedException {
        while (!full) {
            wait();
        }
        full = false;
        return value;
    }

    public static void main(String[] args) throws InterruptedException {
        HandOver box = new HandOver();
        Thread t = new Thread(() -> box.put(8));
        t.start();
        int got = box.take();
        t.join();
        System.out.println(got);
        assert got == 8;
    }
}
