// A queue without locks (Michael, Scott 1996).
// BRAID: verify --linearizable linearizable.MichaelScottQueue$Spec:linearizable.MichaelScottQueue$Queue => valid
// JAVA: runs
package linearizable;

import java.util.concurrent.atomic.AtomicReference;

public class MichaelScottQueue {
    static final class Node {
        final int value;
        final AtomicReference<Node> next = new AtomicReference<>();

        Node(int value) {
            this.value = value;
        }
    }

    static final class Queue {
        private final AtomicReference<Node> head;
        private final AtomicReference<Node> tail;

        Queue() {
            Node first = new Node(0);
            head = new AtomicReference<>(first);
            tail = new AtomicReference<>(first);
        }

        public void add(int value) {
            Node made = new Node(value);
            while (true) {
                Node last = tail.get();
                Node next = last.next.get();
                if (next != null) {
                    tail.compareAndSet(last, next);
                } else if (last.next.compareAndSet(null, made)) {
                    tail.compareAndSet(last, made);
                    return;
                }
            }
        }

        public int remove() {
            while (true) {
                Node first = head.get();
                Node last = tail.get();
                Node next = first.next.get();
                if (first == last) {
                    if (next == null) {
                        return -1;
                    }
                    tail.compareAndSet(last, next);
                } else if (head.compareAndSet(first, next)) {
                    return next.value;
                }
            }
        }
    }

    static final class Spec {
        private final int[] items = new int[8];
        private int first;
        private int size;

        public void add(int value) {
            items[size++] = value;
        }

        public int remove() {
            return first == size ? -1 : items[first++];
        }
    }

    public static void main(String[] args) {
        Queue queue = new Queue();
        new Thread(() -> {
            queue.add(1);
            queue.remove();
        }).start();
        queue.add(2);
        queue.remove();
    }
}
