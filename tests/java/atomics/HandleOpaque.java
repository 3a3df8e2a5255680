// Opaque accesses are no race, but order nothing.
// BRAID: verify => invalid race
// JAVA: runs
package atomics;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class HandleOpaque {
    private static int data;
    private static boolean ready;
    private static final VarHandle READY;

    static {
        try {
            READY = MethodHandles.lookup().findStaticVarHandle(HandleOpaque.class, "ready", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            data = 42;
            READY.setOpaque(true);
        }).start();
        if ((boolean) READY.getOpaque()) {
            assert data == 42;
        }
    }
}
