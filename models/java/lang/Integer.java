package java.lang;

/** An `int` as an object, and functions of `int`. */
public final class Integer extends Number implements Comparable<Integer> {
    public static final int MIN_VALUE = 0x80000000;
    public static final int MAX_VALUE = 0x7fffffff;
    public static final int SIZE = 32;
    public static final int BYTES = 4;

    /** The objects of -128 to 127, which are shared. */
    private static final class Cache {
        static final Integer[] ALL = make();

        private static Integer[] make() {
            Integer[] all = new Integer[256];
            for (int i = 0; i < 256; i++) {
                all[i] = new Integer((int) (i - 128));
            }
            return all;
        }
    }

    private final int value;

    @Deprecated
    public Integer(int value) {
        this.value = value;
    }

    public static Integer valueOf(int value) {
        if (value >= -128 && value <= 127) {
            return Cache.ALL[value + 128];
        }
        return new Integer(value);
    }

    public byte byteValue() {
        return (byte) value;
    }

    public short shortValue() {
        return (short) value;
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
        return other instanceof Integer && value == ((Integer) other).value;
    }

    public int compareTo(Integer other) {
        return compare(value, other.value);
    }

    public int hashCode() {
        return value;
    }

    public static int hashCode(int value) {
        return value;
    }

    public String toString() {
        return String.fromInt(value);
    }

    public static String toString(int value) {
        return String.fromInt(value);
    }

    public static int compare(int x, int y) {
        return x < y ? -1 : x == y ? 0 : 1;
    }

    public static int compareUnsigned(int x, int y) {
        return compare(x + MIN_VALUE, y + MIN_VALUE);
    }

    public static int sum(int a, int b) {
        return a + b;
    }

    public static int max(int a, int b) {
        return a >= b ? a : b;
    }

    public static int min(int a, int b) {
        return a <= b ? a : b;
    }

    public static int signum(int i) {
        return i > 0 ? 1 : i < 0 ? -1 : 0;
    }

    // ---------------------------------------------------------------- bits

    public static int highestOneBit(int i) {
        return i & (MIN_VALUE >>> numberOfLeadingZeros(i));
    }

    public static int lowestOneBit(int i) {
        return i & -i;
    }

    public static int rotateLeft(int i, int distance) {
        return i << distance | i >>> -distance;
    }

    public static int rotateRight(int i, int distance) {
        return i >>> distance | i << -distance;
    }

    public static int bitCount(int i) {
        int pairs = i - (i >>> 1 & 0x55555555);
        int fours = (pairs & 0x33333333) + (pairs >>> 2 & 0x33333333);
        return (fours + (fours >>> 4) & 0x0f0f0f0f) * 0x01010101 >>> 24;
    }

    public static int numberOfLeadingZeros(int i) {
        int filled = i | i >>> 1;
        filled |= filled >>> 2;
        filled |= filled >>> 4;
        filled |= filled >>> 8;
        filled |= filled >>> 16;
        return bitCount(~filled);
    }

    public static int numberOfTrailingZeros(int i) {
        return bitCount(~i & i - 1);
    }

    public static int reverse(int i) {
        int bits = (i & 0x55555555) << 1 | i >>> 1 & 0x55555555;
        bits = (bits & 0x33333333) << 2 | bits >>> 2 & 0x33333333;
        bits = (bits & 0x0f0f0f0f) << 4 | bits >>> 4 & 0x0f0f0f0f;
        return reverseBytes(bits);
    }

    public static int reverseBytes(int i) {
        return i << 24 | (i & 0xff00) << 8 | i >>> 8 & 0xff00 | i >>> 24;
    }

    public static long toUnsignedLong(int i) {
        return i & 0xffffffffL;
    }

    public static int divideUnsigned(int a, int b) {
        return (int) (toUnsignedLong(a) / toUnsignedLong(b));
    }

    public static int remainderUnsigned(int a, int b) {
        return (int) (toUnsignedLong(a) % toUnsignedLong(b));
    }

    public static String toUnsignedString(int i) {
        return String.fromLong(toUnsignedLong(i));
    }

    // ---------------------------------------------------------------- texts of numbers

    private static char digit(int value) {
        int isLetter = 9 - value >>> 31;  // no branch, for numbers that are not known
        return (char) ('0' + value + isLetter * ('a' - '0' - 10));
    }

    public static String toString(int value, int radix) {
        if (radix < Character.MIN_RADIX || radix > Character.MAX_RADIX || radix == 10) {
            return String.fromInt(value);
        }
        String text = "";
        int rest = value;
        while (rest >= radix || rest <= -radix) {
            int last = (int) (rest % radix);
            text = String.fromChar(digit(last < 0 ? -last : last)).concat0(text);
            rest /= radix;
        }
        text = String.fromChar(digit((int) (rest < 0 ? -rest : rest))).concat0(text);
        return value < 0 ? "-".concat0(text) : text;
    }

    /** The digits of an unsigned number, `shift` bits each. */
    private static String unsigned(int value, int shift) {
        String text = "";
        int rest = value;
        do {
            text = String.fromChar(digit((int) rest & (1 << shift) - 1)).concat0(text);
            rest >>>= shift;
        } while (rest != 0);
        return text;
    }

    public static String toHexString(int value) {
        return unsigned(value, 4);
    }

    public static String toOctalString(int value) {
        return unsigned(value, 3);
    }

    public static String toBinaryString(int value) {
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

    public static int parseInt(String text) {
        return parseInt(text, 10);
    }

    /** The value is kept negative, as there is one more negative number than positive ones. */
    public static int parseInt(String text, int radix) {
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
        int limit = negative ? MIN_VALUE : -MAX_VALUE;
        int value = 0;
        for (int i = first; i < length; i++) {
            int digit = Character.digit(text.charAt0(i), radix);
            if (digit < 0 || value < limit / radix || value * radix < limit + digit) {
                throw bad(text, radix);
            }
            value = value * radix - digit;
        }
        return negative ? value : -value;
    }

    public static Integer valueOf(String text) {
        return valueOf(parseInt(text, 10));
    }

    public static Integer valueOf(String text, int radix) {
        return valueOf(parseInt(text, radix));
    }
}
