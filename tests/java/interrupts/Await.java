// A thread that waits for a condition is interrupted.
// BRAID: verify => valid
// JAVA: prints
package interrupts;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class Await {
    private static final ReentrantLock lock = new ReentrantLock();
    private static final Condition never = lock.newCondition();

    private static boolean interrupted;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            try {
                lock.lock();
                try {
                    never.await();
                } finally {
                    lock.unlock();
                }
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
