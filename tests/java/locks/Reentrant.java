// A method that has the lock calls another that takes it. The lock is free for others only when it was
// given back as often as it was taken.
// BRAID: verify => valid
// JAVA: prints
package locks;

import java.util.concurrent.locks.ReentrantLock;

public class Reentrant {
    private static final ReentrantLock lock = new ReentrantLock();
    private static int low;
    private static int high;

    private static void setLow(int value) {
        lock.lock();
        try {
            low = value;
        } finally {
            lock.unlock();
        }
    }

    private static void setBoth(int value) {
        lock.lock();
        try {
            setLow(value);
            high = value;
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> setBoth(1));
        t.start();
        lock.lock();
        assert low == high;
        lock.unlock();
        t.join();
        System.out.println(low + " " + high);
    }
}
