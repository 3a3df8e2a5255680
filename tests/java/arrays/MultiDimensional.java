// Arrays of arrays: rectangular, ragged, and with rows that are shared or missing.
// BRAID: verify => valid
// JAVA: prints
package arrays;

public class MultiDimensional {
    public static void main(String[] args) {
        int[][] grid = new int[2][3];
        grid[1][2] = 5;
        int[][][] cube = new int[2][2][];
        System.out.println(grid.length + " " + grid[0].length + " " + grid[1][2] + " "
                + (cube[1][1] == null));
        int[][] triangle = new int[4][];
        for (int i = 0; i < triangle.length; i++) {
            triangle[i] = new int[i + 1];
            triangle[i][0] = triangle[i][i] = 1;
            for (int j = 1; j < i; j++) {
                triangle[i][j] = triangle[i - 1][j - 1] + triangle[i - 1][j];
            }
        }
        for (int[] row : triangle) {
            for (int value : row) {
                System.out.print(value + " ");
            }
            System.out.println();
        }
        int[][] shared = {grid[0], grid[0]};
        shared[0][0] = 9;
        assert shared[1][0] == 9 && grid[0][0] == 9;
        long[][] empty = new long[0][5];
        assert empty.length == 0;
    }
}
