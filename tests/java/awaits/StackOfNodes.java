// A lock-free stack: who fails to push tries again, since somebody else did not fail.
// BRAID: verify => valid
// JAVA: prints
package awaits;

import java.util.concurrent.atomic.AtomicReference;

public class StackOfNodes {
    private static class Node {
        final int value;
        Node next;

        Node(int value) {
            this.value = value;
        }
    }

    private static final AtomicReference<Node> top = new AtomicReference<>();

    private static void push(int value) {
        Node node = new Node(value);
        Node head;
        do {
            head = top.get();
            node.next = head;
        } while (!top.compareAndSet(head, node));
    }

    private static Node pop() {
        Node head;
        do {
            head = top.get();
            if (head == null) {
                return null;
            }
        } while (!top.compareAndSet(head, head.next));
        return head;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> push(1));
        other.start();
        push(2);
        other.join();
        int sum = pop().value + pop().value;
        assert sum == 3 && pop() == null;
        System.out.println(sum);
    }
}
