// The methods of ReentrantLock, by one thread.
// BRAID: verify => valid
// JAVA: prints
package locks;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class LockMethods {
    static void show(ReentrantLock lock) {
        System.out.println(lock.isLocked() + " " + lock.isHeldByCurrentThread() + " " + lock);
    }

    public static void main(String[] args) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock() {
            public int hashCode() {
                return 1;
            }
        };
        show(lock);
        System.out.println(lock.isFair() + " " + new ReentrantLock(true).isFair());
        System.out.println(lock.isHeldByCurrentThread());
        lock.lock();
        lock.lockInterruptibly();
        System.out.println(lock.tryLock() + " " + lock.tryLock(1, TimeUnit.SECONDS));
        System.out.println(lock.isHeldByCurrentThread());
        Condition condition = lock.newCondition();
        System.out.println(lock.hasWaiters(condition) + " " + lock.getWaitQueueLength(condition));
        show(lock);
        condition.signal();
        condition.signalAll();
        for (int i = 0; i < 4; i++) {
            System.out.println(lock.isHeldByCurrentThread());
            lock.unlock();
        }
        System.out.println(lock.isHeldByCurrentThread());
        try {
            lock.unlock();
        } catch (IllegalMonitorStateException e) {
            System.out.println("not held");
        }
        try {
            lock.tryLock(1, null);
        } catch (NullPointerException e) {
            System.out.println("no unit");
        }
    }
}
