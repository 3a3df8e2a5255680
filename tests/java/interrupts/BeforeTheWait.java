// Who is interrupted already does not wait, sleep or join: an exception, and the status is cleared.
// BRAID: verify --depth 20000 => valid
// JAVA: prints
package interrupts;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

public class BeforeTheWait {
    interface Call {
        void run() throws Exception;
    }

    static void refused(String what, Call call) throws Exception {
        Thread.currentThread().interrupt();
        try {
            call.run();
            System.out.println(what + ": " + Thread.interrupted());
        } catch (InterruptedException e) {
            System.out.println(what + ": interrupted, " + Thread.interrupted());
        }
    }

    public static void main(String[] args) throws Exception {
        Object monitor = new Object();
        synchronized (monitor) {
            refused("wait", () -> monitor.wait());
            refused("wait in time", () -> monitor.wait(1));
            refused("unit.wait", () -> TimeUnit.SECONDS.timedWait(monitor, 1));
        }
        refused("sleep", () -> Thread.sleep(1));
        refused("unit.sleep", () -> TimeUnit.SECONDS.sleep(1));
        Thread t = new Thread();
        refused("join in time", () -> Thread.currentThread().join(1));
        refused("unit.join", () -> TimeUnit.SECONDS.timedJoin(Thread.currentThread(), 1));
        refused("join of none", () -> t.join(-0));
        ReentrantLock lock = new ReentrantLock();
        refused("lock", () -> lock.lock());
        refused("tryLock", () -> lock.tryLock());
        refused("lockInterruptibly", () -> lock.lockInterruptibly());
        refused("tryLock in time", () -> lock.tryLock(1, TimeUnit.SECONDS));
        Condition condition = lock.newCondition();
        refused("await", () -> condition.await());
        refused("await in time", () -> condition.await(1, TimeUnit.SECONDS));
        refused("awaitNanos", () -> condition.awaitNanos(1));
        ReentrantReadWriteLock both = new ReentrantReadWriteLock();
        refused("read", () -> both.readLock().lockInterruptibly());
        refused("read in time", () -> both.readLock().tryLock(1, TimeUnit.SECONDS));
        refused("write", () -> both.writeLock().lockInterruptibly());
        refused("write in time", () -> both.writeLock().tryLock(1, TimeUnit.SECONDS));
        StampedLock stamps = new StampedLock();
        refused("stamp to read", () -> stamps.readLockInterruptibly());
        refused("stamp to read in time", () -> stamps.tryReadLock(1, TimeUnit.SECONDS));
        refused("stamp to write", () -> stamps.writeLockInterruptibly());
        refused("stamp to write in time", () -> stamps.tryWriteLock(1, TimeUnit.SECONDS));
    }
}
