// Two consumers and one item: with `if` instead of `while`, one finds nothing.
// BRAID: verify => invalid line 19 throws java.lang.AssertionError
// JAVA: may hang
package waits;

public class TwoConsumersIf {
    private int items;

    synchronized void put() {
        items++;
        notifyAll();
    }

    synchronized void take() throws InterruptedException {
        if (items == 0) {
            wait();
        }
        items--;
        assert items >= 0; // fails
    }

    void consume() {
        try {
            take();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) {
        TwoConsumersIf queue = new TwoConsumersIf();
        new Thread(queue::consume).start();
        new Thread(queue::consume).start();
        queue.put();
        queue.put();
    }
}
