// Two threads write, and read what the other one writes. With accesses that are opaque or acquire and
// release, both may read 0 on a real machine: the verdict does not speak of every JVM.
// BRAID: verify => valid
// JAVA: runs
package memory;

import java.util.concurrent.atomic.AtomicInteger;

public class StoreBuffering {
    static final AtomicInteger X = new AtomicInteger();
    static final AtomicInteger Y = new AtomicInteger();
    static int a;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            X.setRelease(1);
            a = Y.getAcquire();
        });
        t.start();
        Y.setRelease(1);
        int b = X.getAcquire();
        t.join();
        assert a + b <= 2;
    }
}
