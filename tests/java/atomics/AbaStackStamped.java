// The same with a stamp, which is another one each time.
// BRAID: verify => valid
// JAVA: prints
package atomics;

import java.util.concurrent.atomic.AtomicStampedReference;

public class AbaStackStamped {
    private static final class Node {
        volatile Node next;

        Node(Node next) {
            this.next = next;
        }
    }

    private static final AtomicStampedReference<Node> top = new AtomicStampedReference<>(null, 0);

    private static Node take() {
        int[] stamp = new int[1];
        Node first = top.get(stamp);
        while (!top.compareAndSet(first, first.next, stamp[0], stamp[0] + 1)) {
            first = top.get(stamp);
        }
        return first;
    }

    private static void put(Node node) {
        int[] stamp = new int[1];
        do {
            node.next = top.get(stamp);
        } while (!top.compareAndSet(node.next, node, stamp[0], stamp[0] + 1));
    }

    public static void main(String[] args) throws InterruptedException {
        Node last = new Node(null);
        Node second = new Node(last);
        top.set(new Node(second), 0);
        Thread other = new Thread(() -> {
            Node mine = take();
            take();
            put(mine);
        });
        other.start();
        take();
        other.join();
        Node left = top.getReference();
        assert left != null && left.next == null;
    }
}
