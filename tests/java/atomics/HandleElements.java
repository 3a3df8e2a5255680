// Elements of an array that are set once.
// BRAID: verify => valid
// JAVA: prints
package atomics;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class HandleElements {
    private static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(String[].class);
    private static final String[] names = new String[2];

    private static boolean claim(int index, String name) {
        return ELEMENTS.compareAndSet(names, index, null, name);
    }

    private static volatile boolean won;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> won = claim(1, "other"));
        other.start();
        boolean own = claim(1, "main");
        other.join();
        assert own != won;
        assert (String) ELEMENTS.getVolatile(names, 1) == (own ? "main" : "other");
    }
}
