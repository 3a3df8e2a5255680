// Plain accesses through a handle order nothing.
// BRAID: verify => invalid race
// JAVA: runs
package atomics;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class HandlePlain {
    private static int data;
    private static boolean ready;
    private static final VarHandle READY;

    static {
        try {
            READY = MethodHandles.lookup().findStaticVarHandle(HandlePlain.class, "ready", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            data = 42;
            READY.set(true);
        }).start();
        if ((boolean) READY.get()) {
            assert data == 42;
        }
    }
}
