// Opaque accesses do not race, but order nothing.
// BRAID: verify => invalid race
// JAVA: prints
package atomics;

import java.util.concurrent.atomic.AtomicBoolean;

public class OpaqueMode {
    private static final AtomicBoolean flag = new AtomicBoolean();
    private static int data;

    public static void main(String[] args) {
        new Thread(() -> {
            data = 42;
            flag.setOpaque(true);
        }).start();
        if (flag.get()) {
            assert data >= 0;
        }
    }
}
