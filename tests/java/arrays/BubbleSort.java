// Any three numbers are sorted by exchanging neighbours.
// BRAID: verify --entry arrays.BubbleSort.three => valid
// BRAID: verify --entry arrays.BubbleSort.oneRound => invalid line 28 throws java.lang.AssertionError
// JAVA: never
package arrays;

public class BubbleSort {
    static void round(int[] a) {
        for (int i = 0; i + 1 < a.length; i++) {
            if (a[i] > a[i + 1]) {
                int t = a[i];
                a[i] = a[i + 1];
                a[i + 1] = t;
            }
        }
    }

    static void three(int x, int y, int z) {
        int[] a = {x, y, z};
        round(a);
        round(a);
        assert a[0] <= a[1] && a[1] <= a[2];
    }

    static void oneRound(int x, int y, int z) {
        int[] a = {x, y, z};
        round(a);
        assert a[0] <= a[1]; // fails
    }
}
