// A stack whose nodes are used again: compareAndSet finds the top that was read before, but what
// was below it is gone (ABA).
// BRAID: verify => invalid line 47 throws java.lang.AssertionError
// JAVA: runs
package atomics;

import java.util.concurrent.atomic.AtomicReference;

public class AbaStack {
    private static final class Node {
        volatile Node next;

        Node(Node next) {
            this.next = next;
        }
    }

    private static final AtomicReference<Node> top = new AtomicReference<>();

    private static Node take() {
        Node first = top.get();
        while (!top.compareAndSet(first, first.next)) {
            first = top.get();
        }
        return first;
    }

    private static void put(Node node) {
        do {
            node.next = top.get();
        } while (!top.compareAndSet(node.next, node));
    }

    public static void main(String[] args) throws InterruptedException {
        Node last = new Node(null);
        Node second = new Node(last);
        top.set(new Node(second));
        Thread other = new Thread(() -> {
            Node mine = take();
            take();
            put(mine);
        });
        other.start();
        take();
        other.join();
        // Three were taken and one was put back: one is left.
        assert top.get() != null && top.get().next == null; // fails
    }
}
