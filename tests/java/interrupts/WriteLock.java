// A thread that reads and wants to write would wait for ever, but is interrupted.
// BRAID: verify => valid
// JAVA: prints
package interrupts;

import java.util.concurrent.locks.ReentrantReadWriteLock;

public class WriteLock {
    private static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

    private static boolean interrupted;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            try {
                lock.readLock().lockInterruptibly();
                lock.writeLock().lockInterruptibly();
            } catch (InterruptedException e) {
                interrupted = true;
                assert !Thread.interrupted();
            }
        });
        t.start();
        t.interrupt();
        t.join();
        System.out.println(interrupted);
    }
}
