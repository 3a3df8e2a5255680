// A field of an object that is not there.
// BRAID: verify => invalid line 22 throws java.lang.NullPointerException
// JAVA: prints
package classes;

public class NullField {
    static class Node {
        int value;
        Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    public static void main(String[] args) {
        Node list = new Node(1, new Node(2, null));
        int sum = 0;
        for (int i = 0; i < 3; i++) {
            System.out.println(sum);
            sum += list.value; // fails
            list = list.next;
        }
    }
}
