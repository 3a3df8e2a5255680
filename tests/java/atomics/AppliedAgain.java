// The function of an update is applied again if another thread came in between.
// BRAID: verify => invalid line 21 throws java.lang.AssertionError
// JAVA: runs
package atomics;

import java.util.concurrent.atomic.AtomicInteger;

public class AppliedAgain {
    private static final AtomicInteger value = new AtomicInteger();
    private static int applied;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(value::incrementAndGet);
        other.start();
        value.updateAndGet(x -> {
            applied++;
            return x + 1;
        });
        other.join();
        assert value.get() == 2;
        assert applied == 1; // fails
    }
}
