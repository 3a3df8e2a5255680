// A list that is reversed in place; its nodes are the same objects afterwards.
// BRAID: verify => valid
// JAVA: prints
package classes;

public class LinkedList {
    static class Node {
        final int value;
        Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    static Node reverse(Node list) {
        Node reversed = null;
        while (list != null) {
            Node next = list.next;
            list.next = reversed;
            reversed = list;
            list = next;
        }
        return reversed;
    }

    public static void main(String[] args) {
        Node last = new Node(3, null);
        Node list = new Node(1, new Node(2, last));
        Node reversed = reverse(list);
        for (Node n = reversed; n != null; n = n.next) {
            System.out.println(n.value);
        }
        assert reversed == last && list.next == null;
    }
}
