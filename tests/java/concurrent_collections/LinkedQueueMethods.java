// The methods of ConcurrentLinkedQueue, by one thread.
// BRAID: verify => valid
// JAVA: prints
package concurrent_collections;

import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

public class LinkedQueueMethods {
    private static void expect(Runnable action) {
        try {
            action.run();
            System.out.println("nothing thrown");
        } catch (RuntimeException e) {
            System.out.println(e.getClass().getName());
        }
    }

    public static void main(String[] args) {
        ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>(List.of(4, 5));
        System.out.println(queue.add(1) + " " + queue.offer(2) + " " + queue + queue.size()
                + queue.peek() + queue.element() + queue.poll() + queue.remove() + queue);
        System.out.println(queue.contains(2) + " " + queue.remove(1) + queue.remove(1) + queue
                + queue.addAll(List.of(7, 8, 9)) + queue.isEmpty());
        Iterator<Integer> all = queue.iterator();
        queue.poll();
        System.out.println(all.next() + " " + all.next() + queue);
        all.remove();
        System.out.println(queue + " " + queue.removeIf(x -> x == 8) + queue
                + queue.retainAll(List.of(9, 10)) + queue.removeAll(List.of(1)));
        System.out.println(queue.toArray().length + " " + queue.toArray(new Integer[0])[0]);
        queue.forEach(System.out::println);
        queue.clear();
        System.out.println(queue.poll() + " " + queue.peek() + " " + queue);
        expect(queue::remove);
        expect(queue::element);
        expect(() -> queue.add(null));
        expect(() -> queue.addAll(queue));
        expect(() -> queue.iterator().next());
    }
}
