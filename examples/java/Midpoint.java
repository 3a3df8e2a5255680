// The middle of two indices, as in a binary search: a famous error, which only large numbers show.
//
//   braid verify --entry Midpoint.middle examples/java/Midpoint.java
//
// Braid answers: invalid. The sum of two ints can be too large for an int.
//
//   braid verify --entry Midpoint.careful examples/java/Midpoint.java
//
// Braid answers: valid.
public class Midpoint {
    static int middle(int low, int high) {
        if (low < 0 || high < low) {
            return low;
        }
        int middle = (low + high) / 2;
        assert low <= middle && middle <= high;
        return middle;
    }

    static int careful(int low, int high) {
        if (low < 0 || high < low) {
            return low;
        }
        int middle = low + (high - low) / 2;
        assert low <= middle && middle <= high;
        return middle;
    }
}
