// Between the question whether a queue is empty and remove, another thread takes the last element.
// BRAID: verify => invalid throws java.util.NoSuchElementException
// JAVA: never
package concurrent_collections;

import java.util.concurrent.ConcurrentLinkedQueue;

public class EmptyThenRemove {
    private static final ConcurrentLinkedQueue<String> queue = new ConcurrentLinkedQueue<>();

    private static void work() {
        if (!queue.isEmpty()) {
            queue.remove();
        }
    }

    public static void main(String[] args) {
        queue.add("job");
        new Thread(EmptyThenRemove::work).start();
        work();
    }
}
