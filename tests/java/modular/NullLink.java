// A list without a second node has no link to follow.
// BRAID: verify --engine modular --entry modular.NullLink.second => invalid line 21 throws java.lang.NullPointerException
// BRAID: verify --engine modular --entry modular.NullLink.careful => valid
// JAVA: never
package modular;

public class NullLink {
    static class Node {
        int value;
        Node next;
    }

    static int second(Node head) {
        int found = 0;
        if (head != null) {
            found = head.value;
        }
        if (head == null) {
            return found;
        }
        return head.next.value; // fails
    }

    static int careful(Node head) {
        if (head == null || head.next == null) {
            return -1;
        }
        return head.next.value;
    }
}
