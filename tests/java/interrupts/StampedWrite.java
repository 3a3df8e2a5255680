// A thread that has a lock for reading and wants to write would wait for ever, but is interrupted.
// BRAID: verify => valid
// JAVA: prints
package interrupts;

import java.util.concurrent.locks.StampedLock;

public class StampedWrite {
    private static final StampedLock lock = new StampedLock();

    private static boolean interrupted;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            try {
                lock.readLockInterruptibly();
                lock.writeLockInterruptibly();
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
