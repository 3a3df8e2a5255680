// int wraps around at both ends; the negation of the least number is itself.
// BRAID: verify => valid
// JAVA: prints
package arithmetic;

public class WrapInt {
    public static void main(String[] args) {
        int max = Integer.MAX_VALUE;
        int min = Integer.MIN_VALUE;
        System.out.println(max + 1);
        System.out.println(min - 1);
        System.out.println(-min);
        System.out.println(max * 2);
        System.out.println(65536 * 65536);
        System.out.println(123456789 * 987654321);
        int i = max;
        i++;
        assert i == min;
        assert Math.abs(min) < 0;
    }
}
