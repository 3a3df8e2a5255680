// A reader waits for another reader, which waits for a writer, which waits for the first reader.
// BRAID: verify => deadlock
// JAVA: may hang
package locks;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class WriterBetween {
    private static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private static final CountDownLatch second = new CountDownLatch(1);

    public static void main(String[] args) throws InterruptedException {
        lock.readLock().lock();
        new Thread(() -> lock.writeLock().lock()).start();
        new Thread(() -> {
            lock.readLock().lock();
            second.countDown();
            lock.readLock().unlock();
        }).start();
        second.await();
        lock.readLock().unlock();
    }
}
