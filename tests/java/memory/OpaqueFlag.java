// An opaque flag is no race, but orders nothing: the data behind it is one.
// BRAID: verify => invalid race
// BRAID: verify --no-races => valid
// JAVA: runs
package memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class OpaqueFlag {
    static int data;
    static int ready;

    private static final VarHandle READY;

    static {
        try {
            READY = MethodHandles.lookup().findStaticVarHandle(OpaqueFlag.class, "ready", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            data = 42;
            READY.setOpaque(1);
        });
        t.start();
        if ((int) READY.getOpaque() == 1) {
            int seen = data;
        }
        t.join();
    }
}
