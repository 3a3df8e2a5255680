// Look first, then try: the lock of the book of Herlihy and Shavit.
// BRAID: verify => valid
// JAVA: prints
package awaits;

import java.util.concurrent.atomic.AtomicBoolean;

public class TestAndSet {
    private final AtomicBoolean state = new AtomicBoolean(false);
    private int data;

    void lock() {
        while (true) {
            while (state.get()) {
                Thread.yield();
            }
            if (!state.getAndSet(true)) {
                return;
            }
        }
    }

    void unlock() {
        state.set(false);
    }

    private void increment() {
        lock();
        data++;
        unlock();
    }

    public static void main(String[] args) throws InterruptedException {
        TestAndSet lock = new TestAndSet();
        Thread other = new Thread(lock::increment);
        other.start();
        lock.increment();
        other.join();
        assert lock.data == 2;
        System.out.println(lock.data);
    }
}
