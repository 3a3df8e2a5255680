// ArrayDeque and LinkedList as queues and stacks.
// BRAID: verify => valid
// JAVA: prints
package collections;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Queue;

public class Queues {
    static void use(Deque<String> q) {
        q.add("a");
        q.addFirst("b");
        q.offer("c");
        q.push("d");
        q.addLast("e");
        q.offerFirst("f");
        System.out.println(q + " " + q.size() + q.peek() + q.peekLast() + q.getFirst() + q.element());
        System.out.println(q.poll() + q.pop() + q.removeLast() + q.pollLast() + q + q.contains("a"));
        for (int i = 0; i < 12; i++) {
            q.addLast("n" + i % 5);
        }
        System.out.println(q.removeFirstOccurrence("n3") + " " + q.removeLastOccurrence("n0") + q);
        for (Iterator<String> i = q.descendingIterator(); i.hasNext();) {
            if (i.next().equals("n1")) {
                i.remove();
            }
        }
        q.removeIf(e -> e.equals("n2"));
        System.out.println(q + " " + q.remove("n4") + q.remove("none"));
        while (!q.isEmpty()) {
            System.out.print(q.remove());
        }
        System.out.println(" " + q.peek() + q.poll() + q.pollLast());
        try {
            q.removeFirst();
        } catch (NoSuchElementException e) {
            System.out.println(e);
        }
    }

    public static void main(String[] args) {
        use(new ArrayDeque<>());
        use(new LinkedList<>());
        Queue<Integer> numbers = new ArrayDeque<>(List.of(3, 4));
        try {
            numbers.add(null);
        } catch (NullPointerException e) {
            System.out.println("no null");
        }
        LinkedList<Integer> list = new LinkedList<>(numbers);
        list.add(1, 9);
        list.addAll(0, List.of(7, 8));
        System.out.println(list + " " + list.get(2) + list.indexOf(9) + list.remove(1) + list.set(0, 6)
                + list + list.equals(List.of(6, 3, 9, 4)));
        try {
            list.get(4);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e);
        }
        assert list.getLast() == 4;
    }
}
