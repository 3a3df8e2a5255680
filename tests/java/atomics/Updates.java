// Updates by functions are never lost.
// BRAID: verify => valid
// JAVA: prints
package atomics;

import java.util.concurrent.atomic.AtomicLong;

public class Updates {
    private static final AtomicLong value = new AtomicLong(1);

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> value.getAndUpdate(x -> 3 * x));
        other.start();
        value.accumulateAndGet(5, (a, b) -> a * b);
        other.join();
        assert value.get() == 15;
    }
}
