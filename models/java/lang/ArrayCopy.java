package java.lang;

/** `System.arraycopy`, element by element. */
final class ArrayCopy {
    private ArrayCopy() {
    }

    static void copy(Object source, int from, Object target, int to, int count) {
        if (source == null || target == null) {
            throw new NullPointerException();
        }
        if (source instanceof Object[] && target instanceof Object[]) {
            copy((Object[]) source, from, (Object[]) target, to, count);
        } else if (source instanceof int[] && target instanceof int[]) {
            copy((int[]) source, from, (int[]) target, to, count);
        } else if (source instanceof char[] && target instanceof char[]) {
            copy((char[]) source, from, (char[]) target, to, count);
        } else if (source instanceof byte[] && target instanceof byte[]) {
            copy((byte[]) source, from, (byte[]) target, to, count);
        } else if (source instanceof long[] && target instanceof long[]) {
            copy((long[]) source, from, (long[]) target, to, count);
        } else if (source instanceof boolean[] && target instanceof boolean[]) {
            copy((boolean[]) source, from, (boolean[]) target, to, count);
        } else if (source instanceof double[] && target instanceof double[]) {
            copy((double[]) source, from, (double[]) target, to, count);
        } else if (source instanceof short[] && target instanceof short[]) {
            copy((short[]) source, from, (short[]) target, to, count);
        } else if (source instanceof float[] && target instanceof float[]) {
            copy((float[]) source, from, (float[]) target, to, count);
        } else {
            mismatch(source, target);
        }
    }

    private static void mismatch(Object source, Object target) {
        Class<?> bad = !source.getClass().isArray() ? source.getClass() : target.getClass();
        if (!bad.isArray()) {
            String which = bad == source.getClass() ? "source" : "destination";
            throw new ArrayStoreException("arraycopy: ".concat0(which).concat0(" type ")
                    .concat0(bad.getName()).concat0(" is not an array"));
        }
        throw new ArrayStoreException("arraycopy: type mismatch: can not copy "
                .concat0(kind(source)).concat0(" into ").concat0(kind(target)));
    }

    private static String kind(Object array) {
        return array instanceof Object[] ? "object array[]" : array.getClass().getSimpleName();
    }

    private static void check(int sourceLength, int from, int targetLength, int to, int count,
            String type) {
        if (from < 0) {
            fail("source index ", from, type, sourceLength);
        }
        if (to < 0) {
            fail("destination index ", to, type, targetLength);
        }
        if (count < 0) {
            throw new ArrayIndexOutOfBoundsException("arraycopy: length "
                    .concat0(String.fromInt(count)).concat0(" is negative"));
        }
        if (count > sourceLength - from) {
            fail("last source index ", (long) from + count, type, sourceLength);
        }
        if (count > targetLength - to) {
            fail("last destination index ", (long) to + count, type, targetLength);
        }
    }

    private static void fail(String what, long index, String type, int length) {
        throw new ArrayIndexOutOfBoundsException("arraycopy: ".concat0(what)
                .concat0(String.fromLong(index)).concat0(" out of bounds for ").concat0(type)
                .concat0("[").concat0(String.fromInt(length)).concat0("]"));
    }

    private static void copy(boolean[] source, int from, boolean[] target, int to, int count) {
        check(source.length, from, target.length, to, count, "boolean");
        if (source == target && from < to) {
            for (int i = count - 1; i >= 0; i--) {
                target[to + i] = source[from + i];
            }
        } else {
            for (int i = 0; i < count; i++) {
                target[to + i] = source[from + i];
            }
        }
    }

    private static void copy(byte[] source, int from, byte[] target, int to, int count) {
        check(source.length, from, target.length, to, count, "byte");
        if (source == target && from < to) {
            for (int i = count - 1; i >= 0; i--) {
                target[to + i] = source[from + i];
            }
        } else {
            for (int i = 0; i < count; i++) {
                target[to + i] = source[from + i];
            }
        }
    }

    private static void copy(short[] source, int from, short[] target, int to, int count) {
        check(source.length, from, target.length, to, count, "short");
        if (source == target && from < to) {
            for (int i = count - 1; i >= 0; i--) {
                target[to + i] = source[from + i];
            }
        } else {
            for (int i = 0; i < count; i++) {
                target[to + i] = source[from + i];
            }
        }
    }

    private static void copy(char[] source, int from, char[] target, int to, int count) {
        check(source.length, from, target.length, to, count, "char");
        if (source == target && from < to) {
            for (int i = count - 1; i >= 0; i--) {
                target[to + i] = source[from + i];
            }
        } else {
            for (int i = 0; i < count; i++) {
                target[to + i] = source[from + i];
            }
        }
    }

    private static void copy(int[] source, int from, int[] target, int to, int count) {
        check(source.length, from, target.length, to, count, "int");
        if (source == target && from < to) {
            for (int i = count - 1; i >= 0; i--) {
                target[to + i] = source[from + i];
            }
        } else {
            for (int i = 0; i < count; i++) {
                target[to + i] = source[from + i];
            }
        }
    }

    private static void copy(long[] source, int from, long[] target, int to, int count) {
        check(source.length, from, target.length, to, count, "long");
        if (source == target && from < to) {
            for (int i = count - 1; i >= 0; i--) {
                target[to + i] = source[from + i];
            }
        } else {
            for (int i = 0; i < count; i++) {
                target[to + i] = source[from + i];
            }
        }
    }

    private static void copy(float[] source, int from, float[] target, int to, int count) {
        check(source.length, from, target.length, to, count, "float");
        if (source == target && from < to) {
            for (int i = count - 1; i >= 0; i--) {
                target[to + i] = source[from + i];
            }
        } else {
            for (int i = 0; i < count; i++) {
                target[to + i] = source[from + i];
            }
        }
    }

    private static void copy(double[] source, int from, double[] target, int to, int count) {
        check(source.length, from, target.length, to, count, "double");
        if (source == target && from < to) {
            for (int i = count - 1; i >= 0; i--) {
                target[to + i] = source[from + i];
            }
        } else {
            for (int i = 0; i < count; i++) {
                target[to + i] = source[from + i];
            }
        }
    }

    private static void copy(Object[] source, int from, Object[] target, int to, int count) {
        check(source.length, from, target.length, to, count, "object array");
        if (source == target && from < to) {
            for (int i = count - 1; i >= 0; i--) {
                target[to + i] = source[from + i];
            }
        } else {
            for (int i = 0; i < count; i++) {
                target[to + i] = source[from + i];
            }
        }
    }
}
