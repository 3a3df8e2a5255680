// It may fail even if nobody else is there.
// BRAID: verify --spurious => invalid line 12 throws java.lang.AssertionError
// BRAID: verify => valid
// JAVA: runs
package atomics;

import java.util.concurrent.atomic.AtomicBoolean;

public class WeakOnce {
    public static void main(String[] args) {
        AtomicBoolean taken = new AtomicBoolean();
        assert taken.weakCompareAndSetAcquire(false, true); // fails
    }
}
