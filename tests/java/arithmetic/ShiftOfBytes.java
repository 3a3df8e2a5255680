// Bytes and shorts become ints before they are shifted, so that >>> does not give what one expects.
// BRAID: verify => valid
// JAVA: prints
package arithmetic;

public class ShiftOfBytes {
    public static void main(String[] args) {
        byte b = -16;
        byte shifted = (byte) (b >>> 2);
        byte masked = (byte) ((b & 0xff) >>> 2);
        System.out.println(shifted + " " + masked);
        b >>>= 2;
        System.out.println(b);
        short s = (short) 0x8000;
        s >>= 3;
        System.out.println(s);
        char c = '\uffff';
        c >>= 4;
        System.out.println((int) c);
        assert shifted == -4 && masked == 60;
    }
}
