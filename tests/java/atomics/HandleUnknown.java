// A handle of a field that the code does not name.
// BRAID: verify => unknown
// JAVA: prints
package atomics;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class HandleUnknown {
    private static int value;

    public static void main(String[] args) throws ReflectiveOperationException {
        String name = new StringBuilder("val").append("ue").toString();
        VarHandle handle =
                MethodHandles.lookup().findStaticVarHandle(HandleUnknown.class, name, int.class);
        handle.set(3);
        assert value == 3;
    }
}
