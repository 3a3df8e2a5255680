package java.lang;

/** A `short` as an object, and functions of `short`. */
public final class Short extends Number implements Comparable<Short> {
    public static final short MIN_VALUE = -32768;
    public static final short MAX_VALUE = 32767;
    public static final int SIZE = 16;
    public static final int BYTES = 2;

    /** The objects of -128 to 127, which are shared. */
    private static final class Cache {
        static final Short[] ALL = make();

        private static Short[] make() {
            Short[] all = new Short[256];
            for (int i = 0; i < 256; i++) {
                all[i] = new Short((short) (i - 128));
            }
            return all;
        }
    }

    private final short value;

    @Deprecated
    public Short(short value) {
        this.value = value;
    }

    public static Short valueOf(short value) {
        if (value >= -128 && value <= 127) {
            return Cache.ALL[value + 128];
        }
        return new Short(value);
    }

    public byte byteValue() {
        return (byte) value;
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
        return other instanceof Short && value == ((Short) other).value;
    }

    public int compareTo(Short other) {
        return compare(value, other.value);
    }

    public int hashCode() {
        return value;
    }

    public static int hashCode(short value) {
        return value;
    }

    public String toString() {
        return String.fromInt(value);
    }

    public static String toString(short value) {
        return String.fromInt(value);
    }

    public static int compare(short x, short y) {
        return x - y;
    }

    public static int toUnsignedInt(short x) {
        return x & 0xffff;
    }

    public static long toUnsignedLong(short x) {
        return x & 0xffffL;
    }

    public static short parseShort(String text) {
        return parseShort(text, 10);
    }

    public static short parseShort(String text, int radix) {
        int value = Integer.parseInt(text, radix);
        if (value < MIN_VALUE || value > MAX_VALUE) {
            throw new NumberFormatException("Value out of range. Value:\"".concat0(text)
                    .concat0("\" Radix:").concat0(String.fromInt(radix)));
        }
        return (short) value;
    }

    public static Short valueOf(String text) {
        return valueOf(parseShort(text, 10));
    }
}
