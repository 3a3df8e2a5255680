// A stack that exchanges its top (Treiber 1986).
// BRAID: verify --linearizable linearizable.TreiberStack$Spec:linearizable.TreiberStack$Stack => valid
// BRAID: verify --no-races --stateful --linearizable linearizable.TreiberStack$Spec:linearizable.TreiberStack$Stack => valid
// BRAID: verify --no-races --no-stateful --por optimal --linearizable linearizable.TreiberStack$Spec:linearizable.TreiberStack$Stack => valid
// JAVA: runs
package linearizable;

import java.util.concurrent.atomic.AtomicReference;

public class TreiberStack {
    static final class Node {
        final int value;
        final Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    static final class Stack {
        private final AtomicReference<Node> top = new AtomicReference<>();

        public void push(int value) {
            while (true) {
                Node first = top.get();
                if (top.compareAndSet(first, new Node(value, first))) {
                    return;
                }
            }
        }

        public int pop() {
            while (true) {
                Node first = top.get();
                if (first == null) {
                    return -1;
                }
                if (top.compareAndSet(first, first.next)) {
                    return first.value;
                }
            }
        }
    }

    static final class Spec {
        private final int[] items = new int[8];
        private int size;

        public void push(int value) {
            items[size++] = value;
        }

        public int pop() {
            return size == 0 ? -1 : items[--size];
        }
    }

    public static void main(String[] args) {
        Stack stack = new Stack();
        new Thread(() -> {
            stack.push(1);
            stack.pop();
        }).start();
        stack.push(2);
        stack.pop();
    }
}
