// The rows of an array of arrays are null until they are made.
// BRAID: verify => invalid line 11 throws java.lang.NullPointerException
// JAVA: prints
package arrays;

public class NullRow {
    public static void main(String[] args) {
        int[][] rows = new int[3][];
        rows[0] = new int[] {1};
        System.out.println(rows[0][0]);
        System.out.println(rows[1][0]); // fails
    }
}
