// Casts to byte, short and char keep the low bits.
// BRAID: verify => valid
// JAVA: prints
package arithmetic;

public class Narrowing {
    public static void main(String[] args) {
        int[] values = {0, 127, 128, 255, 256, -129, 32768, 65535, 65536, -1, 0x12345678};
        for (int value : values) {
            System.out.println(value + ": " + (byte) value + " " + (short) value + " "
                    + (int) (char) value);
        }
        long big = 0x123456789abcdef0L;
        System.out.println((int) big + " " + (short) big + " " + (byte) big + " " + (int) (char) big);
        byte minus = -1;
        assert (char) minus == 65535;
        assert (int) 3000000000L == -1294967296;
    }
}
