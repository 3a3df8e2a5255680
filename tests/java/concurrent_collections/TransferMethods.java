// The methods of SynchronousQueue and LinkedTransferQueue, by one thread.
// BRAID: verify => valid
// JAVA: prints
package concurrent_collections;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

public class TransferMethods {
    private static void none() throws InterruptedException {
        SynchronousQueue<Integer> queue = new SynchronousQueue<>();
        System.out.println(queue.offer(1) + " " + queue.poll() + " "
                + queue.offer(1, 1, TimeUnit.NANOSECONDS) + " "
                + queue.poll(1, TimeUnit.NANOSECONDS));
        System.out.println(queue.isEmpty() + " " + queue.size() + queue.remainingCapacity() + queue
                + queue.peek() + queue.contains(1) + queue.remove(1)
                + queue.iterator().hasNext() + queue.toArray().length
                + queue.drainTo(new ArrayList<>()));
        try {
            queue.add(1);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
    }

    public static void main(String[] args) throws InterruptedException {
        none();
        LinkedTransferQueue<Integer> queue = new LinkedTransferQueue<>(List.of(1, 2));
        queue.put(3);
        System.out.println(queue.add(4) + " " + queue.offer(5) + queue.tryTransfer(6)
                + queue.tryTransfer(7, 1, TimeUnit.NANOSECONDS) + queue + queue.size());
        System.out.println(queue.take() + " " + queue.poll() + queue.peek()
                + queue.poll(1, TimeUnit.SECONDS) + queue.hasWaitingConsumer()
                + queue.getWaitingConsumerCount() + queue.remainingCapacity());
        List<Integer> drained = new ArrayList<>();
        System.out.println(queue.remove(5) + " " + queue.contains(4) + queue.drainTo(drained)
                + drained + queue.isEmpty() + queue.poll());
    }
}
