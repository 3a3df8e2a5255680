// A list reversed in place: with the right loop its nodes stay, with a lost link they do not.
// BRAID: verify --engine modular --entry modular.ListReverse.reverse --property sameNodes => valid
// BRAID: verify --engine modular --entry modular.ListReverse.reverse --property reversed => valid
// BRAID: verify --engine modular --entry modular.ListReverse.reverseBadly --property keeps => invalid
// BRAID: verify --engine modular --entry modular.ListReverse.length --property counts => valid
// JAVA: never
package modular;

public class ListReverse {
    static class Node {
        int value;
        Node next;
    }

    Node head;

    void reverse() {
        Node before = null;
        Node at = head;
        while (at != null) {
            Node after = at.next;
            at.next = before;
            before = at;
            at = after;
        }
        head = before;
    }

    void reverseBadly() {
        Node before = null;
        Node at = head;
        while (at != null && at.next != null) {
            Node after = at.next;
            at.next = before;
            before = at;
            at = after;
        }
        head = before;
    }

    int length() {
        int n = 0;
        for (Node at = head; at != null; at = at.next) {
            n++;
        }
        return n;
    }
}
