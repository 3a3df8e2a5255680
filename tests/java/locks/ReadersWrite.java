// Two threads that have a lock for reading may both write: a data race.
// BRAID: verify => invalid race line 14
// JAVA: runs
package locks;

import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadersWrite {
    private static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private static int count;

    private static void increment() {
        lock.readLock().lock();
        count++; // fails
        lock.readLock().unlock();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(ReadersWrite::increment);
        t.start();
        increment();
        t.join();
    }
}
