// A get and a set are two steps: an update in between is lost.
// BRAID: verify => invalid line 20 throws java.lang.AssertionError
// JAVA: runs
package atomics;

import java.util.concurrent.atomic.AtomicInteger;

public class LostUpdate {
    private static final AtomicInteger count = new AtomicInteger();

    private static void increment() {
        count.set(count.get() + 1);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(LostUpdate::increment);
        other.start();
        increment();
        other.join();
        assert count.get() == 2; // fails
    }
}
