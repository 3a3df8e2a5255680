package java.util;

import braid.Internal;

/** Any numbers within their ranges, whatever the seed. */
public class Random implements java.io.Serializable {
    public Random() {
    }

    public Random(long seed) {
    }

    public void setSeed(long seed) {
    }

    public int nextInt() {
        return Internal.anyInt();
    }

    public int nextInt(int bound) {
        if (bound <= 0) {
            throw new IllegalArgumentException("bound must be positive");
        }
        int value = Internal.anyInt();
        Internal.assume(value >= 0 && value < bound);
        return value;
    }

    public int nextInt(int origin, int bound) {
        if (origin >= bound) {
            throw new IllegalArgumentException("bound must be greater than origin");
        }
        int value = Internal.anyInt();
        Internal.assume(value >= origin && value < bound);
        return value;
    }

    public long nextLong() {
        return Internal.anyLong();
    }

    public boolean nextBoolean() {
        return Internal.anyBoolean();
    }

    public float nextFloat() {
        float value = Internal.anyFloat();
        Internal.assume(value >= 0 && value < 1);
        return value;
    }

    public double nextDouble() {
        double value = Internal.anyDouble();
        Internal.assume(value >= 0 && value < 1);
        return value;
    }
}
