// Who forgets to give the lock back leaves the other one spinning.
// BRAID: verify => deadlock
// JAVA: hangs
package awaits;

import java.util.concurrent.atomic.AtomicBoolean;

public class CasSpinLockKept {
    private static final AtomicBoolean taken = new AtomicBoolean();

    private static void enter() {
        while (!taken.compareAndSet(false, true)) {
            Thread.onSpinWait();
        }
    }

    public static void main(String[] args) {
        new Thread(CasSpinLockKept::enter).start();
        enter();
    }
}
