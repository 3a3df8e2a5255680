// long wraps around at 64 bits, and not before.
// BRAID: verify => valid
// JAVA: prints
package arithmetic;

public class WrapLong {
    public static void main(String[] args) {
        long max = Long.MAX_VALUE;
        long big = Integer.MAX_VALUE + 1L;
        System.out.println(max + 1);
        System.out.println(big * big);
        System.out.println(big * big * 4);
        System.out.println(1234567890123L * 987654321L);
        System.out.println(-Long.MIN_VALUE);
        assert big == 2147483648L;
        assert max + 1 == Long.MIN_VALUE;
    }
}
