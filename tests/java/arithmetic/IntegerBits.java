// Functions of Integer and Long that look at bits.
// BRAID: verify => valid
// JAVA: prints
package arithmetic;

public class IntegerBits {
    public static void main(String[] args) {
        int[] values = {0, 1, -1, 6, 0x80000000, 0x00f0, 12345678};
        for (int v : values) {
            System.out.println(Integer.bitCount(v) + " " + Integer.numberOfLeadingZeros(v) + " "
                    + Integer.numberOfTrailingZeros(v) + " " + Integer.reverse(v) + " "
                    + Integer.reverseBytes(v) + " " + Integer.highestOneBit(v) + " "
                    + Integer.lowestOneBit(v) + " " + Integer.rotateLeft(v, 5) + " "
                    + Integer.signum(v));
            long l = (long) v << 17 ^ v;
            System.out.println(Long.bitCount(l) + " " + Long.numberOfLeadingZeros(l) + " "
                    + Long.numberOfTrailingZeros(l) + " " + Long.reverse(l) + " "
                    + Long.rotateRight(l, 9) + " " + Long.divideUnsigned(l, 7) + " "
                    + Long.remainderUnsigned(l, -3));
        }
        System.out.println(Integer.divideUnsigned(-1, 10) + " " + Integer.compareUnsigned(-1, 1));
    }
}
