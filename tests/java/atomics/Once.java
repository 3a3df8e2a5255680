// Who sets a flag first acts; the others do not.
// BRAID: verify => valid
// JAVA: prints
package atomics;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

public class Once {
    private static final AtomicBoolean isDone = new AtomicBoolean();
    private static final AtomicInteger times = new AtomicInteger();

    private static void act() {
        if (!isDone.getAndSet(true)) {
            times.incrementAndGet();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = {new Thread(Once::act), new Thread(Once::act)};
        for (Thread thread : threads) {
            thread.start();
        }
        act();
        for (Thread thread : threads) {
            thread.join();
        }
        assert times.get() == 1;
    }
}
