// A plain field that all access as a volatile one.
// BRAID: verify => valid
// JAVA: runs
package memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class VolatileByHandle {
    static int data;
    static int ready;

    private static final VarHandle READY;

    static {
        try {
            READY = MethodHandles.lookup().findStaticVarHandle(VolatileByHandle.class, "ready", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            data = 42;
            READY.setVolatile(1);
        });
        t.start();
        if ((int) READY.getVolatile() == 1) {
            int seen = data;
        }
        t.join();
    }
}
