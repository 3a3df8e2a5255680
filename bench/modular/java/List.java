// list_reverse.oox in Java.
class Node {
    Node next;
}

class List {
    Node head;

    // Takes the first node off `from` and puts it before `to`; returns the rest of `from`.
    static Node move(Node from, Node to) {
        Node rest = from.next;
        from.next = to;
        return rest;
    }

    void reverse() {
        Node done = null;
        Node cur = head;
        while (cur != null) {
            Node rest = move(cur, done);
            done = cur;
            cur = rest;
        }
        head = done; // bug: if (done != null) { done = done.next; } head = done;
    }
}
