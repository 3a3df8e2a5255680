// A release and an acquire that sees it order what comes before the one and after the other.
// BRAID: verify => valid
// JAVA: runs
package memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class ReleaseAcquire {
    static int data;
    static int ready;

    private static final VarHandle READY;

    static {
        try {
            READY = MethodHandles.lookup().findStaticVarHandle(ReleaseAcquire.class, "ready", int.class);
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
        if ((int) READY.getAcquire() == 1) {
            int seen = data;
        }
        t.join();
    }
}
