// NaN is unequal to everything; comparisons with it are false, also when they are negated by javac.
// BRAID: verify => valid
// JAVA: prints
package arithmetic;

public class NotANumber {
    static String compare(double a, double b) {
        return (a < b) + " " + (a <= b) + " " + (a > b) + " " + (a >= b) + " " + (a == b) + " "
                + (a != b);
    }

    public static void main(String[] args) {
        double nan = 0.0 / 0.0;
        System.out.println(compare(nan, 1));
        System.out.println(compare(1, nan));
        System.out.println(compare(nan, nan));
        System.out.println(compare(0.0, -0.0));
        float floatNan = (float) nan;
        if (floatNan < 1 || floatNan >= 1) {
            System.out.println("never");
        }
        assert !(nan < 1) && !(nan >= 1);
        assert Double.compare(nan, nan) == 0 && Double.valueOf(nan).equals(nan);
        assert Double.compare(0.0, -0.0) > 0;
    }
}
