// A binary search tree: insertion keeps the keys sorted, unless it looks to the wrong side.
// BRAID: verify --engine modular --entry modular.TreeInsert.insert --property sorted --scope 2 => valid
// BRAID: verify --engine modular --entry modular.TreeInsert.insert --property keys --scope 2 => valid
// BRAID: verify --engine modular --entry modular.TreeInsert.insertBadly --property badly --scope 2 => invalid
// JAVA: never
package modular;

public class TreeInsert {
    static class Node {
        final int key;
        Node left;
        Node right;

        Node(int key) {
            this.key = key;
        }
    }

    Node root;

    void insert(int wanted) {
        if (root == null) {
            root = new Node(wanted);
            return;
        }
        Node at = root;
        while (true) {
            if (wanted == at.key) {
                return;
            }
            if (wanted < at.key) {
                if (at.left == null) {
                    at.left = new Node(wanted);
                    return;
                }
                at = at.left;
            } else {
                if (at.right == null) {
                    at.right = new Node(wanted);
                    return;
                }
                at = at.right;
            }
        }
    }

    void insertBadly(int wanted) {
        if (root == null) {
            root = new Node(wanted);
        } else if (root.left == null) {
            root.left = new Node(wanted);
        } else if (root.right == null) {
            root.right = new Node(wanted);
        }
    }
}
