package java.lang;

/** A `long` as an object, and functions of `long`. */
public final class Long extends Number implements Comparable<Long> {
    public static final long MIN_VALUE = 0x8000000000000000L;
    public static final long MAX_VALUE = 0x7fffffffffffffffL;
    public static final int SIZE = 64;
    public static final int BYTES = 8;

    /** The objects of -128 to 127, which are shared. */
    private static final class Cache {
        static final Long[] ALL = make();

        private static Long[] make() {
            Long[] all = new Long[256];
            for (int i = 0; i < 256; i++) {
                all[i] = new Long((long) (i - 128));
            }
            return all;
        }
    }

    private final long value;

    @Deprecated
    public Long(long value) {
        this.value = value;
    }

    public static Long valueOf(long value) {
        if (value >= -128 && value <= 127) {
            return Cache.ALL[(int) value + 128];
        }
        return new Long(value);
    }

    public byte byteValue() {
        return (byte) value;
    }

    public short shortValue() {
        return (short) value;
    }

    public int intValue() {
        return (int) value;
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
        return other instanceof Long && value == ((Long) other).value;
    }

    public int compareTo(Long other) {
        return compare(value, other.value);
    }

    public int hashCode() {
        return hashCode(value);
    }

    public static int hashCode(long value) {
        return (int) (value ^ value >>> 32);
    }

    public String toString() {
        return String.fromLong(value);
    }

    public static String toString(long value) {
        return String.fromLong(value);
    }

    public static int compare(long x, long y) {
        return x < y ? -1 : x == y ? 0 : 1;
    }

    public static int compareUnsigned(long x, long y) {
        return compare(x + MIN_VALUE, y + MIN_VALUE);
    }

    public static long sum(long a, long b) {
        return a + b;
    }

    public static long max(long a, long b) {
        return a >= b ? a : b;
    }

    public static long min(long a, long b) {
        return a <= b ? a : b;
    }

    public static int signum(long i) {
        return i > 0 ? 1 : i < 0 ? -1 : 0;
    }

    // ---------------------------------------------------------------- bits

    public static long highestOneBit(long i) {
        return i & (MIN_VALUE >>> numberOfLeadingZeros(i));
    }

    public static long lowestOneBit(long i) {
        return i & -i;
    }

    public static long rotateLeft(long i, int distance) {
        return i << distance | i >>> -distance;
    }

    public static long rotateRight(long i, int distance) {
        return i >>> distance | i << -distance;
    }

    public static int bitCount(long i) {
        return Integer.bitCount((int) i) + Integer.bitCount((int) (i >>> 32));
    }

    public static int numberOfLeadingZeros(long i) {
        int high = (int) (i >>> 32);
        return high != 0 ? Integer.numberOfLeadingZeros(high)
                : 32 + Integer.numberOfLeadingZeros((int) i);
    }

    public static int numberOfTrailingZeros(long i) {
        int low = (int) i;
        return low != 0 ? Integer.numberOfTrailingZeros(low)
                : 32 + Integer.numberOfTrailingZeros((int) (i >>> 32));
    }

    public static long reverse(long i) {
        return (long) Integer.reverse((int) i) << 32
                | Integer.toUnsignedLong(Integer.reverse((int) (i >>> 32)));
    }

    public static long reverseBytes(long i) {
        return (long) Integer.reverseBytes((int) i) << 32
                | Integer.toUnsignedLong(Integer.reverseBytes((int) (i >>> 32)));
    }

    /** The quotient of halves is at most one too small. */
    public static long divideUnsigned(long a, long b) {
        if (b < 0) {
            return compareUnsigned(a, b) < 0 ? 0 : 1;
        }
        long quotient = (a >>> 1) / b << 1;
        return compareUnsigned(a - quotient * b, b) < 0 ? quotient : quotient + 1;
    }

    public static long remainderUnsigned(long a, long b) {
        return a - divideUnsigned(a, b) * b;
    }

    // ---------------------------------------------------------------- texts of numbers

    private static char digit(int value) {
        int isLetter = 9 - value >>> 31;  // no branch, for numbers that are not known
        return (char) ('0' + value + isLetter * ('a' - '0' - 10));
    }

    public static String toString(long value, int radix) {
        if (radix < Character.MIN_RADIX || radix > Character.MAX_RADIX || radix == 10) {
            return String.fromLong(value);
        }
        String text = "";
        long rest = value;
        while (rest >= radix || rest <= -radix) {
            int last = (int) (rest % radix);
            text = String.fromChar(digit(last < 0 ? -last : last)).concat0(text);
            rest /= radix;
        }
        text = String.fromChar(digit((int) (rest < 0 ? -rest : rest))).concat0(text);
        return value < 0 ? "-".concat0(text) : text;
    }

    /** The digits of an unsigned number, `shift` bits each. */
    private static String unsigned(long value, int shift) {
        String text = "";
        long rest = value;
        do {
            text = String.fromChar(digit((int) rest & (1 << shift) - 1)).concat0(text);
            rest >>>= shift;
        } while (rest != 0);
        return text;
    }

    public static String toHexString(long value) {
        return unsigned(value, 4);
    }

    public static String toOctalString(long value) {
        return unsigned(value, 3);
    }

    public static String toBinaryString(long value) {
        return unsigned(value, 1);
    }

    // ---------------------------------------------------------------- numbers in texts

    private static NumberFormatException bad(String text, int radix) {
        String message = "For input string: \"".concat0(text).concat0("\"");
        if (radix != 10) {
            message = message.concat0(" under radix ").concat0(String.fromInt(radix));
        }
        return new NumberFormatException(message);
    }

    public static long parseLong(String text) {
        return parseLong(text, 10);
    }

    /** The value is kept negative, as there is one more negative number than positive ones. */
    public static long parseLong(String text, int radix) {
        if (text == null) {
            throw new NumberFormatException("Cannot parse null string");
        }
        if (radix < Character.MIN_RADIX) {
            throw new NumberFormatException("radix ".concat0(String.fromInt(radix))
                    .concat0(" less than Character.MIN_RADIX"));
        }
        if (radix > Character.MAX_RADIX) {
            throw new NumberFormatException("radix ".concat0(String.fromInt(radix))
                    .concat0(" greater than Character.MAX_RADIX"));
        }
        int length = text.length();
        boolean signed = length > 0 && (text.charAt0(0) == '-' || text.charAt0(0) == '+');
        boolean negative = signed && text.charAt0(0) == '-';
        int first = signed ? 1 : 0;
        if (first >= length) {
            throw bad(text, radix);
        }
        long limit = negative ? MIN_VALUE : -MAX_VALUE;
        long value = 0;
        for (int i = first; i < length; i++) {
            int digit = Character.digit(text.charAt0(i), radix);
            if (digit < 0 || value < limit / radix || value * radix < limit + digit) {
                throw bad(text, radix);
            }
            value = value * radix - digit;
        }
        return negative ? value : -value;
    }

    public static Long valueOf(String text) {
        return valueOf(parseLong(text, 10));
    }

    public static Long valueOf(String text, int radix) {
        return valueOf(parseLong(text, radix));
    }
}
