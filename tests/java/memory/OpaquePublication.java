// An object that is handed over by an opaque access: what its maker wrote to it is a race.
// BRAID: verify => invalid race
// JAVA: runs
package memory;

import java.util.concurrent.atomic.AtomicReference;

public class OpaquePublication {
    static class Box {
        int value;
    }

    static final AtomicReference<Box> BOX = new AtomicReference<>();

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            Box made = new Box();
            made.value = 3;
            BOX.setOpaque(made);
        });
        t.start();
        Box seen = BOX.getOpaque();
        if (seen != null) {
            int value = seen.value;
        }
        t.join();
    }
}
