// Rounding up, down, and to the nearest, halves up.
// BRAID: verify => valid
// JAVA: prints
package arithmetic;

public class Rounding {
    public static void main(String[] args) {
        double[] values = {0.5, 1.5, -0.5, -1.5, 2.4999, -2.5001, 1e18, 0.49999999999999994};
        for (double v : values) {
            System.out.println(Math.round(v) + " " + (long) Math.floor(v) + " "
                    + (long) Math.ceil(v) + " " + Math.round((float) v));
        }
        assert 1 / Math.ceil(-0.5) < 0;
        assert Math.max(-0.0, 0.0) == 0 && 1 / Math.max(-0.0, 0.0) > 0;
        assert 1 / Math.min(0.0, -0.0) < 0;
    }
}
