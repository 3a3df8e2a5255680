// The texts of floating-point numbers.
// BRAID: verify => valid
// BRAID: verify --entry strings.Floats.unknown => unknown reason floating-point
// JAVA: prints
package strings;

public class Floats {
    static void unknown(double x) {
        assert !("" + x).isEmpty();
    }

    public static void main(String[] args) {
        double[] doubles = {0.0, -0.0, 1, -1.5, 0.1, 100, 123456.789, 1e7, 9999999.0, 1.0E-3, 9.99e-4,
            1e21, 1.7976931348623157E308, 4.9E-324, 2.2250738585072014E-308, 1.0 / 3, 1e100, 0.3,
            0.1 + 0.2, 12345678.9, 3.0e-5, Math.PI, 1 / 0.0, -1 / 0.0, 0.0 / 0.0, 2e-3, 5e-5};
        for (double d : doubles) {
            System.out.println(d + " " + Double.toString(d).length());
        }
        float[] floats = {0, -1, 0.1f, 1e7f, 3.4028235E38f, 1.4E-45f, 1.0f / 3, 16777216f, 1e-3f, 0.5f};
        for (float f : floats) {
            System.out.println("f" + f + String.valueOf(f));
        }
        StringBuilder text = new StringBuilder();
        text.append(2.5).append(' ').append(1.25f);
        assert text.toString().equals("2.5 1.25");
    }
}
