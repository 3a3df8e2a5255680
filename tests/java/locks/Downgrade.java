// Who writes may go on to read before others may write: what it wrote is still there.
// BRAID: verify => valid
// JAVA: prints
package locks;

import java.util.concurrent.locks.ReentrantReadWriteLock;

public class Downgrade {
    private static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private static int value;

    private static void update(int next) {
        lock.writeLock().lock();
        value = next;
        lock.readLock().lock();
        lock.writeLock().unlock();
        assert value == next;
        lock.readLock().unlock();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> update(1));
        t.start();
        update(2);
        t.join();
        System.out.println("done");
    }
}
