// The methods of the blocking queues, by one thread.
// BRAID: verify => valid
// JAVA: prints
package concurrent_collections;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

public class QueueMethods {
    private static void expect(Runnable action) {
        try {
            action.run();
            System.out.println("nothing thrown");
        } catch (RuntimeException e) {
            System.out.println(e.getClass().getName() + " " + e.getMessage());
        }
    }

    private static void all(BlockingQueue<Integer> queue) throws InterruptedException {
        System.out.println(queue.add(1) + " " + queue.offer(2) + " "
                + queue.offer(3, 1, TimeUnit.SECONDS) + queue.offer(4) + queue + queue.size()
                + queue.remainingCapacity());
        expect(() -> queue.add(5));
        expect(() -> queue.offer(null));
        System.out.println(queue.peek() + " " + queue.element() + " " + queue.contains(3)
                + queue.contains(9) + queue.remove(2) + queue.remove(9) + " " + queue);
        queue.put(6);
        Iterator<Integer> all = queue.iterator();
        System.out.println(queue.remove() + " " + queue.take() + " " + queue);
        System.out.println(all.next() + " " + all.next() + " " + all.hasNext());
        expect(all::next);
        queue.add(7);
        queue.add(8);
        for (Iterator<Integer> each = queue.iterator(); each.hasNext();) {
            if (each.next() == 7) {
                each.remove();
            }
        }
        List<Integer> drained = new ArrayList<>();
        System.out.println(queue.toArray().length + " " + queue.toArray(new Integer[0])[1] + " "
                + queue.drainTo(drained, 1) + " " + queue.drainTo(drained) + " " + drained);
        System.out.println(queue.poll() + " " + queue.peek() + " " + queue.isEmpty() + " "
                + queue.poll(1, TimeUnit.NANOSECONDS));
        expect(queue::remove);
        expect(queue::element);
        expect(() -> queue.drainTo(queue));
        queue.addAll(List.of(1, 2, 3));
        System.out.println(queue.removeIf(x -> x == 2) + " " + queue.retainAll(List.of(3, 4)) + " "
                + queue + queue.removeAll(List.of(3)) + queue);
        queue.add(1);
        queue.forEach(System.out::println);
        queue.clear();
        System.out.println(queue.size());
    }

    public static void main(String[] args) throws InterruptedException {
        all(new ArrayBlockingQueue<>(3));
        all(new LinkedBlockingQueue<>(3));
        all(new LinkedBlockingDeque<>(3));
        System.out.println(new ArrayBlockingQueue<>(2, true, List.of(1, 2)) + " "
                + new LinkedBlockingQueue<>(List.of(3)).remainingCapacity());
        expect(() -> new ArrayBlockingQueue<>(0));
        expect(() -> new LinkedBlockingQueue<>(0));
        expect(() -> new ArrayBlockingQueue<>(1, false, List.of(1, 2)));
    }
}
