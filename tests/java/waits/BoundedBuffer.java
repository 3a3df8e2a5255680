// A buffer of one place, a producer and a consumer, notifyAll.
// BRAID: verify => valid
// JAVA: prints
package waits;

public class BoundedBuffer {
    private final int[] items = new int[1];
    private int count;

    synchronized void put(int item) throws InterruptedException {
        while (count == items.length) {
            wait();
        }
        items[count++] = item;
        notifyAll();
    }

    synchronized int take() throws InterruptedException {
        while (count == 0) {
            wait();
        }
        int item = items[--count];
        notifyAll();
        return item;
    }

    public static void main(String[] args) throws InterruptedException {
        BoundedBuffer buffer = new BoundedBuffer();
        Thread producer = new Thread(() -> {
            try {
                buffer.put(1);
                buffer.put(2);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        producer.start();
        int first = buffer.take();
        int second = buffer.take();
        producer.join();
        System.out.println(first + " " + second);
        assert first == 1 && second == 2;
    }
}
