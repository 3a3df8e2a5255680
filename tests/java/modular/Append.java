// Nodes appended and removed: what stays, and a node without a list behind it.
// BRAID: verify --engine modular --entry modular.Append.append --property grows => valid
// BRAID: verify --engine modular --entry modular.Append.append --property acyclic => valid
// BRAID: verify --engine modular --entry modular.Append.appendBadly --property grows => invalid
// BRAID: verify --engine modular --entry modular.Append.remove --property removed => valid
// BRAID: verify --engine modular --entry modular.Append.removeBadly --property gone => invalid
// JAVA: never
package modular;

public class Append {
    static class Node {
        int value;
        Node next;

        Node(int value) {
            this.value = value;
        }
    }

    Node first;

    Node last() {
        Node at = first;
        while (at != null && at.next != null) {
            at = at.next;
        }
        return at;
    }

    void append(int value) {
        Node made = new Node(value);
        Node end = last();
        if (end == null) {
            first = made;
        } else {
            end.next = made;
        }
    }

    void appendBadly(int value) {
        Node made = new Node(value);
        if (first == null) {
            first = made;
        } else {
            first.next = made;
        }
    }

    boolean remove(Node node) {
        if (node == null) {
            return false;
        }
        if (first == node) {
            first = node.next;
            return true;
        }
        for (Node at = first; at != null; at = at.next) {
            if (at.next == node) {
                at.next = node.next;
                return true;
            }
        }
        return false;
    }

    void removeBadly(Node node) {
        for (Node at = first; at != null; at = at.next) {
            if (at.next == node && node != null) {
                at.next = node.next;
                return;
            }
        }
    }
}
