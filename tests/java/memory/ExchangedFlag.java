// Who exchanges a value acquires and releases.
// BRAID: verify => valid
// JAVA: runs
package memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class ExchangedFlag {
    static int data;
    static int ready;

    private static final VarHandle READY;

    static {
        try {
            READY = MethodHandles.lookup().findStaticVarHandle(ExchangedFlag.class, "ready", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            data = 42;
            READY.compareAndSet(0, 1);
        });
        t.start();
        if ((int) READY.getAndAdd(5) == 1) {
            int seen = data;
        }
        t.join();
    }
}
