// The same with a fair lock.
// BRAID: verify => valid
// JAVA: prints
package locks;

import java.util.concurrent.locks.ReentrantLock;

public class CounterFair {
    private static final ReentrantLock lock = new ReentrantLock(true);
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
        Thread a = new Thread(CounterFair::increment);
        Thread b = new Thread(CounterFair::increment);
        a.start();
        b.start();
        a.join();
        b.join();
        assert count == 2;
        System.out.println(count);
    }
}
