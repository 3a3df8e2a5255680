// The methods of the deques, by one thread.
// BRAID: verify => valid
// JAVA: prints
package concurrent_collections;

import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;

public class DequeMethods {
    private static void expect(Runnable action) {
        try {
            action.run();
            System.out.println("nothing thrown");
        } catch (RuntimeException e) {
            System.out.println(e.getClass().getName() + " " + e.getMessage());
        }
    }

    private static void all(Deque<Integer> deque) {
        deque.addFirst(1);
        deque.addLast(2);
        deque.push(3);
        System.out.println(deque + " " + deque.offerFirst(4) + deque.offerLast(5) + deque.add(6)
                + deque.offer(7) + deque + deque.size());
        System.out.println(deque.peekFirst() + " " + deque.peekLast() + " " + deque.getFirst() + " "
                + deque.getLast() + " " + deque.peek() + " " + deque.element());
        System.out.println(deque.pollFirst() + " " + deque.pollLast() + " " + deque.removeFirst()
                + " " + deque.removeLast() + " " + deque.pop() + " " + deque);
        deque.addAll(List.of(8, 2, 9));
        System.out.println(deque.removeFirstOccurrence(2) + " " + deque + " "
                + deque.removeLastOccurrence(8) + " " + deque + deque.contains(9));
        deque.addFirst(10);
        Iterator<Integer> down = deque.descendingIterator();
        System.out.println(down.next() + " " + down.next());
        down.remove();
        System.out.println(deque + " " + deque.poll() + deque.remove(9) + deque);
        expect(deque::getFirst);
        expect(deque::removeLast);
        expect(deque::pop);
        expect(() -> deque.addFirst(null));
        System.out.println(deque.pollFirst() + " " + deque.peekLast() + " " + deque.isEmpty());
    }

    public static void main(String[] args) throws InterruptedException {
        all(new ConcurrentLinkedDeque<>());
        all(new LinkedBlockingDeque<>());
        BlockingDeque<Integer> two = new LinkedBlockingDeque<>(2);
        two.putFirst(1);
        two.putLast(2);
        System.out.println(two.offerFirst(3) + " " + two.offerLast(3, 1, TimeUnit.NANOSECONDS)
                + " " + two.remainingCapacity());
        expect(() -> two.push(4));
        expect(() -> two.addLast(4));
        expect(() -> two.addAll(List.of(5)));
        System.out.println(two.takeLast() + " " + two.takeFirst() + " "
                + two.pollFirst(1, TimeUnit.NANOSECONDS) + " "
                + two.pollLast(1, TimeUnit.NANOSECONDS));
    }
}
