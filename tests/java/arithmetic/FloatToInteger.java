// Casts of floating-point numbers to integers round towards zero, stop at the ends, and send NaN to 0.
// BRAID: verify => valid
// JAVA: prints
package arithmetic;

public class FloatToInteger {
    public static void main(String[] args) {
        double[] values = {1.9, -1.9, 1e10, -1e10, 1e19, -1e19, 0.0 / 0.0, 1 / 0.0, -1 / 0.0, -0.0};
        for (double value : values) {
            System.out.println((int) value + " " + (long) value + " " + (short) value + " "
                    + (byte) value + " " + (int) (char) value + " " + (int) (float) value);
        }
        assert (int) 1e10 == Integer.MAX_VALUE;
        assert (byte) 300.7 == 44;
    }
}
