// Integer division rounds towards zero, and the remainder has the sign of the dividend.
// BRAID: verify => valid
// JAVA: prints
package arithmetic;

public class DivisionSigns {
    static void show(int a, int b) {
        System.out.println(a + " " + b + " " + a / b + " " + a % b);
        assert a / b * b + a % b == a;
    }

    public static void main(String[] args) {
        show(7, 2);
        show(-7, 2);
        show(7, -2);
        show(-7, -2);
        show(Integer.MIN_VALUE, -1);
        show(Integer.MIN_VALUE, 1);
        long a = Long.MIN_VALUE;
        System.out.println(a / -1 + " " + a % -1);
        System.out.println(Math.floorDiv(-7, 2) + " " + Math.floorMod(-7, 2));
    }
}
