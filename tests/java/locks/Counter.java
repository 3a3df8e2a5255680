// Three threads count with a lock.
// BRAID: verify => valid
// JAVA: prints
package locks;

import java.util.concurrent.locks.ReentrantLock;

public class Counter {
    private static final ReentrantLock lock = new ReentrantLock();
    private static int count;

    private static void increment() {
        lock.lock();
        try {
            count++;
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[3];
        for (int i = 0; i < 3; i++) {
            threads[i] = new Thread(Counter::increment);
            threads[i].start();
        }
        for (Thread t : threads) {
            t.join();
        }
        assert count == 3;
        System.out.println(count);
    }
}
