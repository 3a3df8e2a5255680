// A stack of our own over an array, with exceptions at both ends.
// BRAID: verify => valid
// JAVA: prints
package generics;

public class BoundedStack {
    static class Stack<T> {
        private final Object[] items;
        private int size;

        Stack(int capacity) {
            items = new Object[capacity];
        }

        void push(T item) {
            if (size == items.length) {
                throw new IllegalStateException("full");
            }
            items[size++] = item;
        }

        @SuppressWarnings("unchecked")
        T pop() {
            if (size == 0) {
                throw new IllegalStateException("empty");
            }
            T item = (T) items[--size];
            items[size] = null;
            return item;
        }
    }

    public static void main(String[] args) {
        Stack<String> stack = new Stack<>(2);
        stack.push("a");
        stack.push("b");
        try {
            stack.push("c");
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(stack.pop() + stack.pop());
        try {
            stack.pop();
            assert false;
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
    }
}
