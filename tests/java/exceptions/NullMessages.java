// What the virtual machine says about null: what was to be done, and where the null came from.
// BRAID: verify => valid
// JAVA: prints
package exceptions;

import java.util.HashMap;
import java.util.Map;

public class NullMessages {
    static final class Node {
        Node next;
        int value;
        int[] data;

        Node follow(String text, int[] numbers) {
            return next;
        }

        int own() {
            return next.value;
        }
    }

    static Node root;
    static String[] texts = new String[2];

    static Node none() {
        return null;
    }

    static void show(Runnable action) {
        try {
            action.run();
            System.out.println("nothing");
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
    }

    static void parameters(Node first, long wide, String text) {
        show(() -> System.out.println(text.length()));
        show(() -> first.value++);
        try {
            System.out.println(first.next.follow(text, null).next);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            text.equals(first);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
    }

    static int switched(String text) {
        switch (text) {
            case "a": return 1;
            default: return 2;
        }
    }

    public static void main(String[] args) {
        Node node = new Node();
        show(() -> root.next = root);
        show(() -> none().value = 3);
        show(() -> node.own());
        show(() -> node.data[0]++);
        show(() -> node.data[node.value] = 1);
        show(() -> System.out.println(node.data.length));
        show(() -> node.follow("x", null).follow("y", null));
        show(() -> texts[1].length());
        show(() -> System.out.println(texts[node.value].isEmpty()));
        show(() -> switched(null));
        parameters(new Node(), 5L, null);
        try {
            synchronized (root) {
                System.out.println("locked");
            }
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            throw null;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            Integer box = null;
            int number = box;
            System.out.println(number);
        } catch (NullPointerException e) {
            System.out.println(e);
        }
        Map<String, String> map = new HashMap<>();
        try {
            System.out.println(map.get("k").length());
        } catch (NullPointerException e) {
            System.out.println(e);
        }
        Node[][] grid = new Node[2][];
        int i = 1;
        try {
            grid[i][i + 1] = null;
        } catch (NullPointerException e) {
            System.out.println(e);
        }
        try {
            throw new NullPointerException();
        } catch (NullPointerException e) {
            assert e.getMessage() == null;
        }
    }
}
