// float rounds where double does not; int to float may lose digits.
// BRAID: verify => valid
// JAVA: prints
package arithmetic;

public class FloatBasics {
    public static void main(String[] args) {
        float f = 0.1f;
        double d = 0.1;
        System.out.println(f == d);
        System.out.println((float) d == f);
        int odd = 16777217;
        System.out.println((int) (float) odd);
        System.out.println((long) (double) Long.MAX_VALUE == Long.MAX_VALUE);
        System.out.println(1.0f / 3 * 3 == 1.0f);
        System.out.println(0.1 + 0.2 == 0.3);
        assert 0.1f + 0.2f == 0.3f || 0.1f + 0.2f > 0.3f;
        assert odd != (int) (float) odd;
    }
}
