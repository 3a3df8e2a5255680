package org.cprover;

import braid.Internal;

/** The unknown values of harnesses that were written for JBMC. */
public final class CProver {
    private CProver() {
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

    /** The front end hands an input over, of the type that the call is cast to. */
    public static native <T> T nondetWithNull();

    public static native <T> T nondetWithoutNull();
}
