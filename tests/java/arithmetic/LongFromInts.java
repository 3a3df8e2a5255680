// The product of two ints is computed as an int, also when it is assigned to a long.
// BRAID: verify => invalid line 14 throws java.lang.AssertionError
// JAVA: prints
package arithmetic;

public class LongFromInts {
    public static void main(String[] args) {
        int day = 24 * 60 * 60 * 1000;
        int days = 30;
        long wrong = day * days;
        long right = (long) day * days;
        System.out.println(wrong + " " + right);
        assert right == 2592000000L;
        assert wrong == right; // fails
    }
}
