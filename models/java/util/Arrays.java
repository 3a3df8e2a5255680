package java.util;

import braid.Internal;

/** Functions of arrays. */
public final class Arrays {
    private Arrays() {
    }

    private static void checkRange(int length, int from, int to) {
        if (from > to) {
            throw new IllegalArgumentException("fromIndex(".concat(String.valueOf(from))
                    .concat(") > toIndex(").concat(String.valueOf(to)).concat(")"));
        }
        if (from < 0) {
            throw new ArrayIndexOutOfBoundsException(from);
        }
        if (to > length) {
            throw new ArrayIndexOutOfBoundsException(to);
        }
    }

    private static int newLength(int length, int from, int to, String type) {
        if (from > to) {
            throw new IllegalArgumentException(String.valueOf(from).concat(" > ")
                    .concat(String.valueOf(to)));
        }
        if (from < 0) {
            throw new ArrayIndexOutOfBoundsException("arraycopy: source index "
                    .concat(String.valueOf(from)).concat(" out of bounds for ").concat(type)
                    .concat("[").concat(String.valueOf(length)).concat("]"));
        }
        if (from > length) {
            throw new ArrayIndexOutOfBoundsException("arraycopy: length "
                    .concat(String.valueOf(length - from)).concat(" is negative"));
        }
        return to - from;
    }

    private static String list(String text, String next) {
        return (text.length() == 1 ? text : text.concat(", ")).concat(next);
    }

    private static <T> T[] newLike(T[] a, int length) {
        if (a.length >= 0 && length < 0) {  // null first
            throw new NegativeArraySizeException(String.valueOf(length));
        }
        @SuppressWarnings("unchecked")
        T[] made = (T[]) Internal.newArrayLike(a, length);
        return made;
    }

    // ---------------------------------------------------------------- boolean[]

    public static void fill(boolean[] a, boolean value) {
        for (int i = 0; i < a.length; i++) {
            a[i] = value;
        }
    }

    public static void fill(boolean[] a, int from, int to, boolean value) {
        checkRange(a.length, from, to);
        for (int i = from; i < to; i++) {
            a[i] = value;
        }
    }

    public static boolean equals(boolean[] a, boolean[] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        for (int i = 0; i < a.length; i++) {
            if (a[i] != b[i]) {
                return false;
            }
        }
        return true;
    }

    public static int hashCode(boolean[] a) {
        if (a == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < a.length; i++) {
            hash = 31 * hash + Boolean.hashCode(a[i]);
        }
        return hash;
    }

    public static String toString(boolean[] a) {
        if (a == null) {
            return "null";
        }
        String text = "[";
        for (int i = 0; i < a.length; i++) {
            text = list(text, String.valueOf(a[i]));
        }
        return text.concat("]");
    }

    public static boolean[] copyOf(boolean[] a, int length) {
        boolean[] copy = new boolean[length];
        int kept = length < a.length ? length : a.length;
        for (int i = 0; i < kept; i++) {
            copy[i] = a[i];
        }
        return copy;
    }

    public static boolean[] copyOfRange(boolean[] a, int from, int to) {
        boolean[] copy = new boolean[newLength(a.length, from, to, "boolean")];
        for (int i = 0; i < copy.length && from + i < a.length; i++) {
            copy[i] = a[from + i];
        }
        return copy;
    }

    // ---------------------------------------------------------------- byte[]

    public static void fill(byte[] a, byte value) {
        for (int i = 0; i < a.length; i++) {
            a[i] = value;
        }
    }

    public static void fill(byte[] a, int from, int to, byte value) {
        checkRange(a.length, from, to);
        for (int i = from; i < to; i++) {
            a[i] = value;
        }
    }

    public static boolean equals(byte[] a, byte[] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        for (int i = 0; i < a.length; i++) {
            if (a[i] != b[i]) {
                return false;
            }
        }
        return true;
    }

    public static int hashCode(byte[] a) {
        if (a == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < a.length; i++) {
            hash = 31 * hash + a[i];
        }
        return hash;
    }

    public static String toString(byte[] a) {
        if (a == null) {
            return "null";
        }
        String text = "[";
        for (int i = 0; i < a.length; i++) {
            text = list(text, String.valueOf(a[i]));
        }
        return text.concat("]");
    }

    public static byte[] copyOf(byte[] a, int length) {
        byte[] copy = new byte[length];
        int kept = length < a.length ? length : a.length;
        for (int i = 0; i < kept; i++) {
            copy[i] = a[i];
        }
        return copy;
    }

    public static byte[] copyOfRange(byte[] a, int from, int to) {
        byte[] copy = new byte[newLength(a.length, from, to, "byte")];
        for (int i = 0; i < copy.length && from + i < a.length; i++) {
            copy[i] = a[from + i];
        }
        return copy;
    }

    public static void sort(byte[] a) {
        sort(a, 0, a.length);
    }

    /** By insertion: arrays are small here. */
    public static void sort(byte[] a, int from, int to) {
        checkRange(a.length, from, to);
        for (int i = from + 1; i < to; i++) {
            byte moved = a[i];
            int hole = i;
            while (hole > from && a[hole - 1] > moved) {
                a[hole] = a[hole - 1];
                hole--;
            }
            a[hole] = moved;
        }
    }

    // ---------------------------------------------------------------- short[]

    public static void fill(short[] a, short value) {
        for (int i = 0; i < a.length; i++) {
            a[i] = value;
        }
    }

    public static void fill(short[] a, int from, int to, short value) {
        checkRange(a.length, from, to);
        for (int i = from; i < to; i++) {
            a[i] = value;
        }
    }

    public static boolean equals(short[] a, short[] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        for (int i = 0; i < a.length; i++) {
            if (a[i] != b[i]) {
                return false;
            }
        }
        return true;
    }

    public static int hashCode(short[] a) {
        if (a == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < a.length; i++) {
            hash = 31 * hash + a[i];
        }
        return hash;
    }

    public static String toString(short[] a) {
        if (a == null) {
            return "null";
        }
        String text = "[";
        for (int i = 0; i < a.length; i++) {
            text = list(text, String.valueOf(a[i]));
        }
        return text.concat("]");
    }

    public static short[] copyOf(short[] a, int length) {
        short[] copy = new short[length];
        int kept = length < a.length ? length : a.length;
        for (int i = 0; i < kept; i++) {
            copy[i] = a[i];
        }
        return copy;
    }

    public static short[] copyOfRange(short[] a, int from, int to) {
        short[] copy = new short[newLength(a.length, from, to, "short")];
        for (int i = 0; i < copy.length && from + i < a.length; i++) {
            copy[i] = a[from + i];
        }
        return copy;
    }

    public static void sort(short[] a) {
        sort(a, 0, a.length);
    }

    /** By insertion: arrays are small here. */
    public static void sort(short[] a, int from, int to) {
        checkRange(a.length, from, to);
        for (int i = from + 1; i < to; i++) {
            short moved = a[i];
            int hole = i;
            while (hole > from && a[hole - 1] > moved) {
                a[hole] = a[hole - 1];
                hole--;
            }
            a[hole] = moved;
        }
    }

    // ---------------------------------------------------------------- char[]

    public static void fill(char[] a, char value) {
        for (int i = 0; i < a.length; i++) {
            a[i] = value;
        }
    }

    public static void fill(char[] a, int from, int to, char value) {
        checkRange(a.length, from, to);
        for (int i = from; i < to; i++) {
            a[i] = value;
        }
    }

    public static boolean equals(char[] a, char[] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        for (int i = 0; i < a.length; i++) {
            if (a[i] != b[i]) {
                return false;
            }
        }
        return true;
    }

    public static int hashCode(char[] a) {
        if (a == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < a.length; i++) {
            hash = 31 * hash + a[i];
        }
        return hash;
    }

    public static String toString(char[] a) {
        if (a == null) {
            return "null";
        }
        String text = "[";
        for (int i = 0; i < a.length; i++) {
            text = list(text, String.valueOf(a[i]));
        }
        return text.concat("]");
    }

    public static char[] copyOf(char[] a, int length) {
        char[] copy = new char[length];
        int kept = length < a.length ? length : a.length;
        for (int i = 0; i < kept; i++) {
            copy[i] = a[i];
        }
        return copy;
    }

    public static char[] copyOfRange(char[] a, int from, int to) {
        char[] copy = new char[newLength(a.length, from, to, "char")];
        for (int i = 0; i < copy.length && from + i < a.length; i++) {
            copy[i] = a[from + i];
        }
        return copy;
    }

    public static void sort(char[] a) {
        sort(a, 0, a.length);
    }

    /** By insertion: arrays are small here. */
    public static void sort(char[] a, int from, int to) {
        checkRange(a.length, from, to);
        for (int i = from + 1; i < to; i++) {
            char moved = a[i];
            int hole = i;
            while (hole > from && a[hole - 1] > moved) {
                a[hole] = a[hole - 1];
                hole--;
            }
            a[hole] = moved;
        }
    }

    // ---------------------------------------------------------------- int[]

    public static void fill(int[] a, int value) {
        for (int i = 0; i < a.length; i++) {
            a[i] = value;
        }
    }

    public static void fill(int[] a, int from, int to, int value) {
        checkRange(a.length, from, to);
        for (int i = from; i < to; i++) {
            a[i] = value;
        }
    }

    public static boolean equals(int[] a, int[] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        for (int i = 0; i < a.length; i++) {
            if (a[i] != b[i]) {
                return false;
            }
        }
        return true;
    }

    public static int hashCode(int[] a) {
        if (a == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < a.length; i++) {
            hash = 31 * hash + a[i];
        }
        return hash;
    }

    public static String toString(int[] a) {
        if (a == null) {
            return "null";
        }
        String text = "[";
        for (int i = 0; i < a.length; i++) {
            text = list(text, String.valueOf(a[i]));
        }
        return text.concat("]");
    }

    public static int[] copyOf(int[] a, int length) {
        int[] copy = new int[length];
        int kept = length < a.length ? length : a.length;
        for (int i = 0; i < kept; i++) {
            copy[i] = a[i];
        }
        return copy;
    }

    public static int[] copyOfRange(int[] a, int from, int to) {
        int[] copy = new int[newLength(a.length, from, to, "int")];
        for (int i = 0; i < copy.length && from + i < a.length; i++) {
            copy[i] = a[from + i];
        }
        return copy;
    }

    public static void sort(int[] a) {
        sort(a, 0, a.length);
    }

    /** By insertion: arrays are small here. */
    public static void sort(int[] a, int from, int to) {
        checkRange(a.length, from, to);
        for (int i = from + 1; i < to; i++) {
            int moved = a[i];
            int hole = i;
            while (hole > from && a[hole - 1] > moved) {
                a[hole] = a[hole - 1];
                hole--;
            }
            a[hole] = moved;
        }
    }

    // ---------------------------------------------------------------- long[]

    public static void fill(long[] a, long value) {
        for (int i = 0; i < a.length; i++) {
            a[i] = value;
        }
    }

    public static void fill(long[] a, int from, int to, long value) {
        checkRange(a.length, from, to);
        for (int i = from; i < to; i++) {
            a[i] = value;
        }
    }

    public static boolean equals(long[] a, long[] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        for (int i = 0; i < a.length; i++) {
            if (a[i] != b[i]) {
                return false;
            }
        }
        return true;
    }

    public static int hashCode(long[] a) {
        if (a == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < a.length; i++) {
            hash = 31 * hash + Long.hashCode(a[i]);
        }
        return hash;
    }

    public static String toString(long[] a) {
        if (a == null) {
            return "null";
        }
        String text = "[";
        for (int i = 0; i < a.length; i++) {
            text = list(text, String.valueOf(a[i]));
        }
        return text.concat("]");
    }

    public static long[] copyOf(long[] a, int length) {
        long[] copy = new long[length];
        int kept = length < a.length ? length : a.length;
        for (int i = 0; i < kept; i++) {
            copy[i] = a[i];
        }
        return copy;
    }

    public static long[] copyOfRange(long[] a, int from, int to) {
        long[] copy = new long[newLength(a.length, from, to, "long")];
        for (int i = 0; i < copy.length && from + i < a.length; i++) {
            copy[i] = a[from + i];
        }
        return copy;
    }

    public static void sort(long[] a) {
        sort(a, 0, a.length);
    }

    /** By insertion: arrays are small here. */
    public static void sort(long[] a, int from, int to) {
        checkRange(a.length, from, to);
        for (int i = from + 1; i < to; i++) {
            long moved = a[i];
            int hole = i;
            while (hole > from && a[hole - 1] > moved) {
                a[hole] = a[hole - 1];
                hole--;
            }
            a[hole] = moved;
        }
    }

    // ---------------------------------------------------------------- float[]

    public static void fill(float[] a, float value) {
        for (int i = 0; i < a.length; i++) {
            a[i] = value;
        }
    }

    public static void fill(float[] a, int from, int to, float value) {
        checkRange(a.length, from, to);
        for (int i = from; i < to; i++) {
            a[i] = value;
        }
    }

    public static boolean equals(float[] a, float[] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        for (int i = 0; i < a.length; i++) {
            if (Float.compare(a[i], b[i]) != 0) {
                return false;
            }
        }
        return true;
    }

    public static int hashCode(float[] a) {
        if (a == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < a.length; i++) {
            hash = 31 * hash + Float.hashCode(a[i]);
        }
        return hash;
    }

    public static String toString(float[] a) {
        if (a == null) {
            return "null";
        }
        String text = "[";
        for (int i = 0; i < a.length; i++) {
            text = list(text, String.valueOf(a[i]));
        }
        return text.concat("]");
    }

    public static float[] copyOf(float[] a, int length) {
        float[] copy = new float[length];
        int kept = length < a.length ? length : a.length;
        for (int i = 0; i < kept; i++) {
            copy[i] = a[i];
        }
        return copy;
    }

    public static float[] copyOfRange(float[] a, int from, int to) {
        float[] copy = new float[newLength(a.length, from, to, "float")];
        for (int i = 0; i < copy.length && from + i < a.length; i++) {
            copy[i] = a[from + i];
        }
        return copy;
    }

    // ---------------------------------------------------------------- double[]

    public static void fill(double[] a, double value) {
        for (int i = 0; i < a.length; i++) {
            a[i] = value;
        }
    }

    public static void fill(double[] a, int from, int to, double value) {
        checkRange(a.length, from, to);
        for (int i = from; i < to; i++) {
            a[i] = value;
        }
    }

    public static boolean equals(double[] a, double[] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        for (int i = 0; i < a.length; i++) {
            if (Double.compare(a[i], b[i]) != 0) {
                return false;
            }
        }
        return true;
    }

    public static int hashCode(double[] a) {
        if (a == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < a.length; i++) {
            hash = 31 * hash + Double.hashCode(a[i]);
        }
        return hash;
    }

    public static String toString(double[] a) {
        if (a == null) {
            return "null";
        }
        String text = "[";
        for (int i = 0; i < a.length; i++) {
            text = list(text, String.valueOf(a[i]));
        }
        return text.concat("]");
    }

    public static double[] copyOf(double[] a, int length) {
        double[] copy = new double[length];
        int kept = length < a.length ? length : a.length;
        for (int i = 0; i < kept; i++) {
            copy[i] = a[i];
        }
        return copy;
    }

    public static double[] copyOfRange(double[] a, int from, int to) {
        double[] copy = new double[newLength(a.length, from, to, "double")];
        for (int i = 0; i < copy.length && from + i < a.length; i++) {
            copy[i] = a[from + i];
        }
        return copy;
    }

    // ---------------------------------------------------------------- Object[]

    public static void fill(Object[] a, Object value) {
        for (int i = 0; i < a.length; i++) {
            a[i] = value;
        }
    }

    public static void fill(Object[] a, int from, int to, Object value) {
        checkRange(a.length, from, to);
        for (int i = from; i < to; i++) {
            a[i] = value;
        }
    }

    public static boolean equals(Object[] a, Object[] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        for (int i = 0; i < a.length; i++) {
            if (!Objects.equals(a[i], b[i])) {
                return false;
            }
        }
        return true;
    }

    public static int hashCode(Object[] a) {
        if (a == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < a.length; i++) {
            hash = 31 * hash + Objects.hashCode(a[i]);
        }
        return hash;
    }

    public static String toString(Object[] a) {
        if (a == null) {
            return "null";
        }
        String text = "[";
        for (int i = 0; i < a.length; i++) {
            text = list(text, String.valueOf(a[i]));
        }
        return text.concat("]");
    }

    public static <T> T[] copyOf(T[] a, int length) {
        T[] copy = newLike(a, length);
        int kept = length < a.length ? length : a.length;
        for (int i = 0; i < kept; i++) {
            copy[i] = a[i];
        }
        return copy;
    }

    public static <T> T[] copyOfRange(T[] a, int from, int to) {
        T[] copy = newLike(a, newLength(a.length, from, to, "object array"));
        for (int i = 0; i < copy.length && from + i < a.length; i++) {
            copy[i] = a[from + i];
        }
        return copy;
    }

    // ---------------------------------------------------------------- objects

    public static void sort(Object[] a) {
        Sorting.sort(a, a.length, null);
    }

    public static <T> void sort(T[] a, Comparator<? super T> order) {
        Sorting.sort(a, a.length, order);
    }

    @SafeVarargs
    public static <T> List<T> asList(T... a) {
        return new View<>(a);
    }

    /** An array as a list of fixed size. */
    private static final class View<E> extends AbstractList<E> implements RandomAccess {
        private final E[] a;

        View(E[] a) {
            this.a = Objects.requireNonNull(a);
        }

        public int size() {
            return a.length;
        }

        public E get(int index) {
            return a[index];
        }

        public E set(int index, E element) {
            E old = a[index];
            a[index] = element;
            return old;
        }

        public int indexOf(Object o) {
            for (int i = 0; i < a.length; i++) {
                if (o == null ? a[i] == null : o.equals(a[i])) {
                    return i;
                }
            }
            return -1;
        }

        public boolean contains(Object o) {
            return indexOf(o) >= 0;
        }

        public void sort(Comparator<? super E> order) {
            Arrays.sort(a, order);
        }
    }
}
