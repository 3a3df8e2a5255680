// Readers never see half of what a writer does.
// BRAID: verify => valid
// JAVA: prints
package locks;

import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadersWriter {
    private static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private static int low;
    private static int high;

    private static void read() {
        lock.readLock().lock();
        assert low == high;
        lock.readLock().unlock();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(ReadersWriter::read);
        Thread b = new Thread(ReadersWriter::read);
        a.start();
        b.start();
        lock.writeLock().lock();
        low++;
        high++;
        lock.writeLock().unlock();
        a.join();
        b.join();
        System.out.println(low + " " + high);
    }
}
