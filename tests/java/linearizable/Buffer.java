// Exceptions are results, and the specification gets the arguments of the constructor.
// BRAID: verify --linearizable linearizable.Buffer$Spec:Bounded => valid
// JAVA: runs
package linearizable;

public class Buffer {
    static class Base {
        protected final int[] items;
        protected int size;

        Base(int capacity) {
            items = new int[capacity];
        }

        /** Inherited by the class that is checked. */
        public synchronized void add(int item) {
            if (size == items.length) {
                throw new IllegalStateException("full");
            }
            items[size++] = item;
        }
    }

    static final class Bounded extends Base {
        Bounded(int capacity) {
            super(capacity);
        }

        public synchronized int removeLast() {
            if (size == 0) {
                throw new IllegalStateException("empty");
            }
            return items[--size];
        }
    }

    static final class Spec {
        private final int capacity;
        private int first;
        private int second;
        private int size;

        Spec(int capacity) {
            this.capacity = capacity;
        }

        public void add(int item) {
            if (size == capacity) {
                throw new IllegalStateException();
            }
            if (size++ == 0) {
                first = item;
            } else {
                second = item;
            }
        }

        public int removeLast() {
            if (size == 0) {
                throw new IllegalStateException();
            }
            return --size == 0 ? first : second;
        }
    }

    static void quietly(Runnable action) {
        try {
            action.run();
        } catch (IllegalStateException e) {
            // one of the results
        }
    }

    public static void main(String[] args) {
        Base buffer = new Bounded(1);
        new Thread(() -> quietly(() -> buffer.add(1))).start();
        new Thread(() -> quietly(() -> ((Bounded) buffer).removeLast())).start();
        quietly(() -> buffer.add(2));
    }
}
