// The methods of PriorityQueue and PriorityBlockingQueue, by one thread.
// BRAID: verify => valid
// JAVA: prints
package concurrent_collections;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.TimeUnit;

public class PriorityMethods {
    private static void expect(Runnable action) {
        try {
            action.run();
            System.out.println("nothing thrown");
        } catch (RuntimeException e) {
            System.out.println(e.getClass().getName());
        }
    }

    private static void all(Queue<Integer> queue) {
        for (int i = 0; i < 7; i++) {
            queue.add(i * 5 % 7);
        }
        System.out.println(queue + " " + queue.size() + queue.peek() + queue.element());
        System.out.println(queue.poll() + " " + queue + " " + queue.remove(4) + queue.remove(9)
                + queue + queue.contains(6));
        for (Iterator<Integer> all = queue.iterator(); all.hasNext();) {
            if (all.next() % 2 == 0) {
                all.remove();
            }
        }
        System.out.println(queue + " " + queue.addAll(List.of(8, 0, 7)) + queue);
        System.out.println(queue.removeIf(x -> x == 3) + " " + queue + queue.retainAll(List.of(0, 7, 8))
                + queue + queue.removeAll(List.of(7)) + queue.toArray(new Integer[0])[0]);
        queue.forEach(System.out::println);
        queue.clear();
        System.out.println(queue.poll() + " " + queue.isEmpty());
        expect(queue::remove);
        expect(() -> queue.add(null));
    }

    public static void main(String[] args) throws InterruptedException {
        all(new PriorityQueue<>());
        all(new PriorityBlockingQueue<>());
        Queue<String> texts = new PriorityQueue<>(Comparator.reverseOrder());
        texts.addAll(List.of("b", "c", "a"));
        System.out.println(texts.poll() + texts.poll() + texts.poll());
        System.out.println(new PriorityQueue<>(List.of(3, 2, 1, 0)) + " "
                + new PriorityBlockingQueue<>(List.of(3, 2, 1, 0)));
        PriorityBlockingQueue<Integer> queue = new PriorityBlockingQueue<>(1, Comparator.reverseOrder());
        queue.put(1);
        queue.offer(2, 1, TimeUnit.SECONDS);
        System.out.println(queue.take() + " " + queue.poll(1, TimeUnit.SECONDS) + " "
                + queue.remainingCapacity() + " " + queue.drainTo(new ArrayList<>()));
        expect(() -> new PriorityQueue<Object>().add(new Object()));
        expect(() -> new PriorityQueue<Integer>(0));
        PriorityQueue<Integer> changed = new PriorityQueue<>(List.of(1, 2));
        Iterator<Integer> walk = changed.iterator();
        changed.removeIf(x -> false);
        expect(walk::next);
    }
}
