// A compareAndSet that fails is a read: nothing happens before others because of it.
// BRAID: verify => invalid race
// JAVA: prints
package atomics;

import java.util.concurrent.atomic.AtomicInteger;

public class FailedExchange {
    private static final AtomicInteger flag = new AtomicInteger();
    private static int data;

    public static void main(String[] args) {
        new Thread(() -> {
            data = 42;
            flag.compareAndSet(5, 6);
        }).start();
        if (flag.get() == 0) {
            assert data >= 0;
        }
    }
}
