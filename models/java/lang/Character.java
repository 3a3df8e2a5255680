package java.lang;

import braid.Internal;

/** A `char` as an object, and what kind of character it is: of ASCII, others end the path. */
public final class Character implements java.io.Serializable, Comparable<Character> {
    public static final char MIN_VALUE = '\u0000';
    public static final char MAX_VALUE = '\uffff';
    public static final int MIN_RADIX = 2;
    public static final int MAX_RADIX = 36;
    public static final int SIZE = 16;
    public static final int BYTES = 2;

    /** The objects of 0 to 127, which are shared. */
    private static final class Cache {
        static final Character[] ALL = make();

        private static Character[] make() {
            Character[] all = new Character[128];
            for (int i = 0; i < 128; i++) {
                all[i] = new Character((char) i);
            }
            return all;
        }
    }

    private final char value;

    @Deprecated
    public Character(char value) {
        this.value = value;
    }

    public static Character valueOf(char value) {
        if (value <= 127) {
            return Cache.ALL[value];
        }
        return new Character(value);
    }

    public char charValue() {
        return value;
    }

    public boolean equals(Object other) {
        return other instanceof Character && value == ((Character) other).value;
    }

    public int compareTo(Character other) {
        return value - other.value;
    }

    public static int compare(char x, char y) {
        return x - y;
    }

    public int hashCode() {
        return value;
    }

    public static int hashCode(char value) {
        return value;
    }

    public String toString() {
        return String.fromChar(value);
    }

    public static String toString(char value) {
        return String.fromChar(value);
    }

    public static char reverseBytes(char c) {
        return (char) (c << 8 | c >> 8);
    }

    // ---------------------------------------------------------------- kinds

    private static void checkAscii(int c) {
        if (c < 0 || c > 127) {
            Internal.limit("what kind of character one outside of ASCII is");
        }
    }

    private static boolean isLower(int c) {
        return c >= 'a' && c <= 'z';
    }

    private static boolean isUpper(int c) {
        return c >= 'A' && c <= 'Z';
    }

    public static boolean isDigit(char c) {
        checkAscii(c);
        return c >= '0' && c <= '9';
    }

    public static boolean isDigit(int c) {
        checkAscii(c);
        return c >= '0' && c <= '9';
    }

    public static boolean isLetter(char c) {
        checkAscii(c);
        return isLower(c) || isUpper(c);
    }

    public static boolean isLetter(int c) {
        checkAscii(c);
        return isLower(c) || isUpper(c);
    }

    public static boolean isLetterOrDigit(char c) {
        checkAscii(c);
        return isLower(c) || isUpper(c) || c >= '0' && c <= '9';
    }

    public static boolean isLetterOrDigit(int c) {
        checkAscii(c);
        return isLower(c) || isUpper(c) || c >= '0' && c <= '9';
    }

    public static boolean isLowerCase(char c) {
        checkAscii(c);
        return isLower(c);
    }

    public static boolean isLowerCase(int c) {
        checkAscii(c);
        return isLower(c);
    }

    public static boolean isUpperCase(char c) {
        checkAscii(c);
        return isUpper(c);
    }

    public static boolean isUpperCase(int c) {
        checkAscii(c);
        return isUpper(c);
    }

    public static boolean isWhitespace(char c) {
        checkAscii(c);
        return c == ' ' || c >= '\t' && c <= '\r' || c >= 0x1c && c <= 0x1f;
    }

    public static boolean isWhitespace(int c) {
        checkAscii(c);
        return c == ' ' || c >= '\t' && c <= '\r' || c >= 0x1c && c <= 0x1f;
    }

    public static boolean isSpaceChar(char c) {
        checkAscii(c);
        return c == ' ';
    }

    public static boolean isSpaceChar(int c) {
        checkAscii(c);
        return c == ' ';
    }

    public static boolean isAlphabetic(int c) {
        checkAscii(c);
        return isLower(c) || isUpper(c);
    }

    public static char toUpperCase(char c) {
        checkAscii(c);
        return isLower(c) ? (char) (c - 32) : c;
    }

    public static int toUpperCase(int c) {
        checkAscii(c);
        return isLower(c) ? c - 32 : c;
    }

    public static char toLowerCase(char c) {
        checkAscii(c);
        return isUpper(c) ? (char) (c + 32) : c;
    }

    public static int toLowerCase(int c) {
        checkAscii(c);
        return isUpper(c) ? c + 32 : c;
    }

    public static int digit(char c, int radix) {
        return digit((int) c, radix);
    }

    public static int digit(int c, int radix) {
        checkAscii(c);
        int value = c >= '0' && c <= '9' ? c - '0'
                : isLower(c) ? c - 'a' + 10
                : isUpper(c) ? c - 'A' + 10 : -1;
        return radix >= MIN_RADIX && radix <= MAX_RADIX && value < radix ? value : -1;
    }

    public static int getNumericValue(char c) {
        return digit(c, MAX_RADIX);
    }

    public static char forDigit(int digit, int radix) {
        if (radix < MIN_RADIX || radix > MAX_RADIX || digit < 0 || digit >= radix) {
            return '\0';
        }
        return (char) (digit < 10 ? '0' + digit : 'a' + digit - 10);
    }

    public static boolean isSurrogate(char c) {
        return c >= '\ud800' && c <= '\udfff';
    }
}
