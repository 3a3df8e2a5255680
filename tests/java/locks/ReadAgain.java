// Who reads may take the lock again, whether a writer waits or not.
// BRAID: verify => valid
// JAVA: prints
package locks;

import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadAgain {
    private static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock(true);
    private static int value;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            lock.writeLock().lock();
            value = 1;
            lock.writeLock().unlock();
        });
        t.start();
        lock.readLock().lock();
        int before = value;
        lock.readLock().lock();
        assert value == before;
        lock.readLock().unlock();
        assert value == before;
        lock.readLock().unlock();
        t.join();
        System.out.println(value);
    }
}
