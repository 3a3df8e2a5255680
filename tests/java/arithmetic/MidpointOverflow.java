// The middle of two indices, computed in the way that was wrong for many years.
// BRAID: verify --entry arithmetic.MidpointOverflow.middle => invalid line 13 throws java.lang.AssertionError
// BRAID: verify --entry arithmetic.MidpointOverflow.unsignedMiddle => valid
// JAVA: never
package arithmetic;

public class MidpointOverflow {
    static int middle(int low, int high) {
        if (low < 0 || high < low) {
            return 0;
        }
        int middle = (low + high) / 2;
        assert middle >= low && middle <= high; // fails
        return middle;
    }

    static int unsignedMiddle(int low, int high) {
        if (low < 0 || high < low) {
            return 0;
        }
        int middle = (low + high) >>> 1;
        assert middle >= low && middle <= high;
        return middle;
    }
}
