package java.lang;

import braid.Internal;

/** A `double` as an object, and functions of `double`. */
public final class Double extends Number implements Comparable<Double> {
    public static final double POSITIVE_INFINITY = 1.0 / 0.0;
    public static final double NEGATIVE_INFINITY = -1.0 / 0.0;
    public static final double NaN = 0.0 / 0.0;
    public static final double MAX_VALUE = 0x1.fffffffffffffp1023;
    public static final double MIN_NORMAL = 0x1p-1022;
    public static final double MIN_VALUE = 0x1p-1074;
    public static final int SIZE = 64;
    public static final int BYTES = 8;

    private final double value;

    @Deprecated
    public Double(double value) {
        this.value = value;
    }

    public static Double valueOf(double value) {
        return new Double(value);
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
        return (long) value;
    }

    public float floatValue() {
        return (float) value;
    }

    public double doubleValue() {
        return value;
    }

    public boolean isNaN() {
        return value != value;
    }

    public boolean isInfinite() {
        return isInfinite(value);
    }

    public static boolean isNaN(double value) {
        return value != value;
    }

    public static boolean isInfinite(double value) {
        return value == POSITIVE_INFINITY || value == NEGATIVE_INFINITY;
    }

    public static boolean isFinite(double value) {
        return value - value == 0;
    }

    /** NaN equals itself, and -0.0 does not equal 0.0. */
    public boolean equals(Object other) {
        return other instanceof Double && compare(value, ((Double) other).value) == 0;
    }

    public int compareTo(Double other) {
        return compare(value, other.value);
    }

    /** -0.0 is less than 0.0, and NaN is greater than all other numbers. */
    public static int compare(double x, double y) {
        if (x < y) {
            return -1;
        }
        if (x > y) {
            return 1;
        }
        if (x != y) {
            return (x != x ? 1 : 0) - (y != y ? 1 : 0);
        }
        return x != 0 ? 0 : (1 / y < 0 ? 1 : 0) - (1 / x < 0 ? 1 : 0);
    }

    public int hashCode() {
        return hashCode(value);
    }

    public static int hashCode(double value) {
        return Long.hashCode(doubleToLongBits(value));
    }

    public static long doubleToLongBits(double value) {
        return value != value ? 0x7ff8000000000000L : Internal.doubleToRawLongBits(value);
    }

    public static long doubleToRawLongBits(double value) {
        return Internal.doubleToRawLongBits(value);
    }

    public static double longBitsToDouble(long bits) {
        return Internal.longBitsToDouble(bits);
    }

    public String toString() {
        return String.fromDouble(value);
    }

    public static String toString(double value) {
        return String.fromDouble(value);
    }

    public static double sum(double a, double b) {
        return a + b;
    }

    public static double max(double a, double b) {
        return Math.max(a, b);
    }

    public static double min(double a, double b) {
        return Math.min(a, b);
    }
}
