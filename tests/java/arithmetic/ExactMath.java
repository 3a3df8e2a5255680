// Math's exact functions throw where others wrap around.
// BRAID: verify => valid
// JAVA: prints
package arithmetic;

public class ExactMath {
    public static void main(String[] args) {
        System.out.println(Math.addExact(2, 3) + Math.multiplyExact(4L, 5L));
        int caught = 0;
        try {
            Math.addExact(Integer.MAX_VALUE, 1);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
            caught++;
        }
        try {
            Math.multiplyExact(Long.MIN_VALUE, -1L);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
            caught++;
        }
        try {
            Math.toIntExact(1L << 31);
        } catch (ArithmeticException e) {
            caught++;
        }
        try {
            Math.negateExact(Integer.MIN_VALUE);
        } catch (ArithmeticException e) {
            caught++;
        }
        System.out.println(caught);
        assert caught == 4;
    }
}
