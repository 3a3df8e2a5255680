// A condition of a lock for writing.
// BRAID: verify => valid
// JAVA: prints
package locks;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class WriteCondition {
    private static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private static final Condition set = lock.writeLock().newCondition();
    private static int value;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            lock.writeLock().lock();
            value = 7;
            set.signalAll();
            lock.writeLock().unlock();
        });
        t.start();
        lock.writeLock().lock();
        lock.writeLock().lock();
        while (value == 0) {
            set.await();
        }
        System.out.println(value + " " + lock.getWriteHoldCount());
        lock.writeLock().unlock();
        lock.writeLock().unlock();
        t.join();
    }
}
