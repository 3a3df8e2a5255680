// An array that is an input may be null, and may be empty.
// BRAID: verify --entry arrays.InputArray.first => invalid
// BRAID: verify --entry arrays.InputArray.careful => valid
// JAVA: never
package arrays;

public class InputArray {
    static int first(int[] a) {
        return a[0];
    }

    static int careful(int[] a) {
        if (a == null || a.length == 0) {
            return -1;
        }
        int largest = a[0];
        for (int i = 1; i < a.length; i++) {
            if (a[i] > largest) {
                largest = a[i];
            }
        }
        assert largest >= a[0] && largest >= a[a.length - 1];
        return largest;
    }
}
