// A lock that is taken by compare and set, tried again and again.
// BRAID: verify => valid
// JAVA: prints
package awaits;

import java.util.concurrent.atomic.AtomicBoolean;

public class CasSpinLock {
    private static final AtomicBoolean taken = new AtomicBoolean();
    private static int data;

    private static void increment() {
        while (!taken.compareAndSet(false, true)) {
        }
        data++;
        taken.set(false);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(CasSpinLock::increment);
        Thread b = new Thread(CasSpinLock::increment);
        a.start();
        b.start();
        increment();
        a.join();
        b.join();
        assert data == 3;
        System.out.println(data);
    }
}
