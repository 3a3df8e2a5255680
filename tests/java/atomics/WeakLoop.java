// A weak compareAndSet that fails for no reason is tried again.
// BRAID: verify => valid
// BRAID: verify --spurious --stateful => valid
// JAVA: prints
package atomics;

import java.util.concurrent.atomic.AtomicInteger;

public class WeakLoop {
    private static final AtomicInteger value = new AtomicInteger();

    private static void increment() {
        int before;
        do {
            before = value.get();
        } while (!value.weakCompareAndSetVolatile(before, before + 1));
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(WeakLoop::increment);
        other.start();
        increment();
        other.join();
        assert value.get() == 2;
    }
}
