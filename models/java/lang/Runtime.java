package java.lang;

import braid.History;
import braid.Internal;

/** The virtual machine. How many processors and how much memory it has is unknown. */
public class Runtime {
    private static final Runtime CURRENT = new Runtime();

    private Runtime() {
    }

    public static Runtime getRuntime() {
        return CURRENT;
    }

    public void exit(int status) {
        if (Internal.linearizable()) {
            History.check();
        }
        Internal.exit(status);
    }

    public void halt(int status) {
        if (Internal.linearizable()) {
            History.check();
        }
        Internal.exit(status);
    }

    public int availableProcessors() {
        int count = Internal.anyInt();
        Internal.assume(count >= 1);
        return count;
    }

    private static long size() {
        long size = Internal.anyLong();
        Internal.assume(size >= 0);
        return size;
    }

    public long freeMemory() {
        return size();
    }

    public long totalMemory() {
        return size();
    }

    public long maxMemory() {
        return size();
    }

    public void gc() {
    }

    /** Hooks would run when the program ends. */
    public void addShutdownHook(Thread hook) {
        Internal.limit("Runtime.addShutdownHook");
    }

    public boolean removeShutdownHook(Thread hook) {
        Internal.limit("Runtime.removeShutdownHook");
        return false;
    }
}
