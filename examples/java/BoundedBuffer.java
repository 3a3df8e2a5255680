// A buffer with one place between a producer and a consumer: `wait` in a loop, and `notifyAll`.
//
//   braid verify examples/java/BoundedBuffer.java
//
// Braid answers: valid. Items come out in the order in which they went in, and nobody waits for ever.
//
//   braid verify --spurious examples/java/BoundedBuffer.java
//
// Braid answers: valid. Threads that wake up by themselves, as Java permits, find the loop.
public class BoundedBuffer {
    private final int[] items;
    private int first;
    private int count;

    BoundedBuffer(int capacity) {
        items = new int[capacity];
    }

    synchronized void put(int item) throws InterruptedException {
        while (count == items.length) {
            wait();
        }
        items[(first + count) % items.length] = item;
        count++;
        notifyAll();
    }

    synchronized int take() throws InterruptedException {
        while (count == 0) {
            wait();
        }
        int item = items[first];
        first = (first + 1) % items.length;
        count--;
        notifyAll();
        return item;
    }

    public static void main(String[] args) throws InterruptedException {
        BoundedBuffer buffer = new BoundedBuffer(1);
        Thread producer = new Thread(() -> {
            try {
                for (int i = 1; i <= 3; i++) {
                    buffer.put(i);
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        producer.start();
        for (int i = 1; i <= 3; i++) {
            int item = buffer.take();
            assert item == i;
        }
        producer.join();
    }
}
