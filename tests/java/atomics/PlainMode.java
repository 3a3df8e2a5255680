// Plain accesses of an atomic variable may race, and order nothing.
// BRAID: verify => invalid race
// JAVA: prints
package atomics;

import java.util.concurrent.atomic.AtomicBoolean;

public class PlainMode {
    private static final AtomicBoolean flag = new AtomicBoolean();
    private static int data;

    public static void main(String[] args) {
        new Thread(() -> {
            data = 42;
            flag.setPlain(true);
        }).start();
        if (flag.getPlain()) {
            assert data >= 0;
        }
    }
}
