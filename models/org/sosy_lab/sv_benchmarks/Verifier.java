package org.sosy_lab.sv_benchmarks;

import braid.Internal;

/** The unknown values of the competition on software verification. */
public final class Verifier {
    private Verifier() {
    }

    public static void assume(boolean condition) {
        Internal.assume(condition);
    }

    public static boolean nondetBoolean() {
        return Internal.anyBoolean();
    }

    public static byte nondetByte() {
        return Internal.anyByte();
    }

    public static char nondetChar() {
        return Internal.anyChar();
    }

    public static short nondetShort() {
        return Internal.anyShort();
    }

    public static int nondetInt() {
        return Internal.anyInt();
    }

    public static long nondetLong() {
        return Internal.anyLong();
    }

    public static float nondetFloat() {
        return Internal.anyFloat();
    }

    public static double nondetDouble() {
        return Internal.anyDouble();
    }

    public static String nondetString() {
        return Internal.anyString();
    }
}
