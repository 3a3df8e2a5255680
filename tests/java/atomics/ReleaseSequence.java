// A release that is followed by updates still counts for who reads the last of them.
// BRAID: verify => valid
// JAVA: prints
package atomics;

import java.util.concurrent.atomic.AtomicInteger;

public class ReleaseSequence {
    private static final AtomicInteger stage = new AtomicInteger();
    private static int data;

    public static void main(String[] args) {
        new Thread(() -> {
            data = 42;
            stage.setRelease(1);
        }).start();
        new Thread(() -> stage.weakCompareAndSetAcquire(1, 2)).start();
        if (stage.getAcquire() == 2) {
            assert data == 42;
        }
    }
}
