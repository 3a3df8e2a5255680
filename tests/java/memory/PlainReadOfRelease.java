// A plain read of what others write by a handle is a race of its own.
// BRAID: verify => invalid race
// JAVA: runs
package memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class PlainReadOfRelease {
    static int data;
    static int ready;

    private static final VarHandle READY;

    static {
        try {
            READY = MethodHandles.lookup().findStaticVarHandle(PlainReadOfRelease.class, "ready", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            data = 42;
            READY.setRelease(1);
        });
        t.start();
        if (ready == 1) {
            int seen = data;
        }
        t.join();
    }
}
