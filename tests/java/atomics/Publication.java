// What was written before an atomic variable is seen by who reads it there: volatile, and release
// with acquire.
// BRAID: verify => valid
// JAVA: prints
package atomics;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

public class Publication {
    private static final class Box {
        int value;
    }

    private static final AtomicReference<Box> box = new AtomicReference<>();
    private static final AtomicBoolean ready = new AtomicBoolean();
    private static int data;

    public static void main(String[] args) {
        new Thread(() -> {
            Box made = new Box();
            made.value = 42;
            box.set(made);
            data = 7;
            ready.setRelease(true);
        }).start();
        Box seen = box.get();
        assert seen == null || seen.value == 42;
        if (ready.getAcquire()) {
            assert data == 7;
        }
    }
}
