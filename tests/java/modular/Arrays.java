// Arrays of numbers and of objects.
// BRAID: verify --engine modular --entry modular.Arrays.swap --property exchanged => valid
// BRAID: verify --engine modular --entry modular.Arrays.bounds => invalid line 26 throws java.lang.ArrayIndexOutOfBoundsException
// BRAID: verify --engine modular --entry modular.Arrays.sort --scope 1 --unwind 4 --bitwidth 3 => valid
// BRAID: verify --engine modular --entry modular.Arrays.covariant => unknown reason arrays of several classes
// JAVA: never
package modular;

public class Arrays {
    static class Box {
        int value;
    }

    Box[] boxes;

    void swap(int i, int j) {
        Box b = boxes[i];
        boxes[i] = boxes[j];
        boxes[j] = b;
    }

    static int bounds(int[] a, int i) {
        if (a == null || i < 0) {
            return 0;
        }
        return a[i]; // fails
    }

    static void sort(int[] a) {
        if (a == null || a.length != 3) {
            return;
        }
        for (int i = 0; i < a.length; i++) {
            for (int j = 1; j < a.length - i; j++) {
                if (a[j - 1] > a[j]) {
                    int moved = a[j];
                    a[j] = a[j - 1];
                    a[j - 1] = moved;
                }
            }
        }
        assert a[0] <= a[1] && a[1] <= a[2];
    }

    static void covariant(Box box) {
        Box[] boxes = {box};
        Object[] objects = boxes;
        objects[0] = null;
        assert boxes[0] == null;
    }
}
