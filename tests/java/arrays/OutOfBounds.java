// The last index is one less than the length.
// BRAID: verify => invalid line 12 throws java.lang.ArrayIndexOutOfBoundsException
// JAVA: prints
package arrays;

public class OutOfBounds {
    public static void main(String[] args) {
        int[] a = {1, 2, 3};
        int sum = 0;
        for (int i = 0; i <= a.length; i++) {
            System.out.println(i);
            sum += a[i]; // fails
        }
        System.out.println(sum);
    }
}
