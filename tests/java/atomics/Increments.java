// Increments of one variable are one step each.
// BRAID: verify => valid
// JAVA: prints
package atomics;

import java.util.concurrent.atomic.AtomicInteger;

public class Increments {
    private static final AtomicInteger count = new AtomicInteger();

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(count::incrementAndGet);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assert count.get() == 3;
    }
}
