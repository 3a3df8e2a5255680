package java.lang;

import braid.History;
import braid.Internal;
import java.io.InputStream;
import java.io.PrintStream;

/** Input, which is anything, output, the end of the program, copies of arrays. Clocks show anything. */
public final class System {
    public static final InputStream in = InputStream.standard();
    public static final PrintStream out = PrintStream.standard();
    public static final PrintStream err = PrintStream.dropped();

    private System() {
    }

    public static void exit(int status) {
        if (Internal.linearizable()) {
            History.check();
        }
        Internal.exit(status);
    }

    public static long currentTimeMillis() {
        return Internal.anyLong();
    }

    public static long nanoTime() {
        return Internal.anyLong();
    }

    public static String lineSeparator() {
        return "\n";
    }

    /** The value of `Object.hashCode`, whether or not the class overrides it. */
    private static native int identityHashCode0(Object object);

    public static int identityHashCode(Object object) {
        return object == null ? 0 : identityHashCode0(object);
    }

    public static void gc() {
    }

    public static void arraycopy(Object source, int from, Object target, int to, int count) {
        ArrayCopy.copy(source, from, target, to, count);
    }
}
