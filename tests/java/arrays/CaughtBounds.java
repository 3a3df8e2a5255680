// Exceptions of arrays can be caught, with their messages; the index is evaluated before the array is looked at.
// BRAID: verify => valid
// JAVA: prints
package arrays;

public class CaughtBounds {
    public static void main(String[] args) {
        int[] a = new int[2];
        int i = 0;
        try {
            a[-1] = 3;
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println("below");
        }
        try {
            int[] none = null;
            none[i = 5] = 1;
        } catch (NullPointerException e) {
            System.out.println("null " + i);
        }
        try {
            int[] negative = new int[i - 6];
            System.out.println(negative.length);
        } catch (NegativeArraySizeException e) {
            System.out.println("negative");
        }
        assert i == 5;
    }
}
