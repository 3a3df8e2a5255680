// What was written before a release is seen after the acquire that reads it.
// BRAID: verify => valid
// JAVA: prints
package atomics;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class HandlePublication {
    private static int data;
    private static boolean ready;
    private static final VarHandle READY;

    static {
        try {
            READY = MethodHandles.lookup().findStaticVarHandle(HandlePublication.class, "ready", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            data = 42;
            READY.setRelease(true);
        }).start();
        if ((boolean) READY.getAcquire()) {
            assert data == 42;
        }
    }
}
