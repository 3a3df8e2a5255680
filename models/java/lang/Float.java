package java.lang;

import braid.Internal;

/** A `float` as an object, and functions of `float`. */
public final class Float extends Number implements Comparable<Float> {
    public static final float POSITIVE_INFINITY = 1.0f / 0.0f;
    public static final float NEGATIVE_INFINITY = -1.0f / 0.0f;
    public static final float NaN = 0.0f / 0.0f;
    public static final float MAX_VALUE = 0x1.fffffep127f;
    public static final float MIN_NORMAL = 0x1p-126f;
    public static final float MIN_VALUE = 0x1p-149f;
    public static final int SIZE = 32;
    public static final int BYTES = 4;

    private final float value;

    @Deprecated
    public Float(float value) {
        this.value = value;
    }

    public static Float valueOf(float value) {
        return new Float(value);
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
        return value;
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

    public static boolean isNaN(float value) {
        return value != value;
    }

    public static boolean isInfinite(float value) {
        return value == POSITIVE_INFINITY || value == NEGATIVE_INFINITY;
    }

    public static boolean isFinite(float value) {
        return value - value == 0;
    }

    /** NaN equals itself, and -0.0 does not equal 0.0. */
    public boolean equals(Object other) {
        return other instanceof Float && compare(value, ((Float) other).value) == 0;
    }

    public int compareTo(Float other) {
        return compare(value, other.value);
    }

    /** -0.0 is less than 0.0, and NaN is greater than all other numbers. */
    public static int compare(float x, float y) {
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

    public static int hashCode(float value) {
        return floatToIntBits(value);
    }

    public static int floatToIntBits(float value) {
        return value != value ? 0x7fc00000 : Internal.floatToRawIntBits(value);
    }

    public static int floatToRawIntBits(float value) {
        return Internal.floatToRawIntBits(value);
    }

    public static float intBitsToFloat(int bits) {
        return Internal.intBitsToFloat(bits);
    }

    public String toString() {
        return String.fromFloat(value);
    }

    public static String toString(float value) {
        return String.fromFloat(value);
    }

    public static float sum(float a, float b) {
        return a + b;
    }

    public static float max(float a, float b) {
        return Math.max(a, b);
    }

    public static float min(float a, float b) {
        return Math.min(a, b);
    }
}
