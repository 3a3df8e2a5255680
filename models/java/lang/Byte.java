package java.lang;

/** A `byte` as an object, and functions of `byte`. */
public final class Byte extends Number implements Comparable<Byte> {
    public static final byte MIN_VALUE = -128;
    public static final byte MAX_VALUE = 127;
    public static final int SIZE = 8;
    public static final int BYTES = 1;

    /** The objects of -128 to 127, which are shared. */
    private static final class Cache {
        static final Byte[] ALL = make();

        private static Byte[] make() {
            Byte[] all = new Byte[256];
            for (int i = 0; i < 256; i++) {
                all[i] = new Byte((byte) (i - 128));
            }
            return all;
        }
    }

    private final byte value;

    @Deprecated
    public Byte(byte value) {
        this.value = value;
    }

    public static Byte valueOf(byte value) {
        return Cache.ALL[value + 128];
    }

    public byte byteValue() {
        return value;
    }

    public short shortValue() {
        return value;
    }

    public int intValue() {
        return value;
    }

    public long longValue() {
        return value;
    }

    public float floatValue() {
        return value;
    }

    public double doubleValue() {
        return value;
    }

    public boolean equals(Object other) {
        return other instanceof Byte && value == ((Byte) other).value;
    }

    public int compareTo(Byte other) {
        return compare(value, other.value);
    }

    public int hashCode() {
        return value;
    }

    public static int hashCode(byte value) {
        return value;
    }

    public String toString() {
        return String.fromInt(value);
    }

    public static String toString(byte value) {
        return String.fromInt(value);
    }

    public static int compare(byte x, byte y) {
        return x - y;
    }

    public static int toUnsignedInt(byte x) {
        return x & 0xff;
    }

    public static long toUnsignedLong(byte x) {
        return x & 0xffL;
    }

    public static byte parseByte(String text) {
        return parseByte(text, 10);
    }

    public static byte parseByte(String text, int radix) {
        int value = Integer.parseInt(text, radix);
        if (value < MIN_VALUE || value > MAX_VALUE) {
            throw new NumberFormatException("Value out of range. Value:\"".concat0(text)
                    .concat0("\" Radix:").concat0(String.fromInt(radix)));
        }
        return (byte) value;
    }

    public static Byte valueOf(String text) {
        return valueOf(parseByte(text, 10));
    }
}
