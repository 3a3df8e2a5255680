package braid;

/**
 * Unknown values, for harnesses. `braid verify` tries every value, `braid run` draws one.
 *
 * <pre>
 * int amount = Any.anInt(0, 100);
 * Any.assume(amount != 13);
 * account.withdraw(amount);
 * assert account.balance() >= 0;
 * </pre>
 */
public final class Any {
    private Any() {
    }

    public static boolean aBoolean() {
        return Internal.anyBoolean();
    }

    public static byte aByte() {
        return Internal.anyByte();
    }

    public static short aShort() {
        return Internal.anyShort();
    }

    public static char aChar() {
        return Internal.anyChar();
    }

    public static int anInt() {
        return Internal.anyInt();
    }

    /** From low to high, both included. */
    public static int anInt(int low, int high) {
        int value = Internal.anyInt();
        Internal.assume(low <= value && value <= high);
        return value;
    }

    public static long aLong() {
        return Internal.anyLong();
    }

    /** From low to high, both included. */
    public static long aLong(long low, long high) {
        long value = Internal.anyLong();
        Internal.assume(low <= value && value <= high);
        return value;
    }

    public static float aFloat() {
        return Internal.anyFloat();
    }

    public static double aDouble() {
        return Internal.anyDouble();
    }

    /** Never null. */
    public static String aString() {
        return Internal.anyString();
    }

    /** Leaves executions in which the condition is false out of the search. */
    public static void assume(boolean condition) {
        Internal.assume(condition);
    }
}
