// Conditions of a lock, by one thread: who waits must have the lock, times are over, and the lock is
// held as often as before.
// BRAID: verify --depth 20000 => valid
// JAVA: prints
package locks;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class ConditionMethods {
    interface Call {
        void run() throws InterruptedException;
    }

    static void refused(String what, Call call) throws InterruptedException {
        try {
            call.run();
            System.out.println(what + ": done");
        } catch (IllegalMonitorStateException e) {
            System.out.println(what + ": not held");
        } catch (NullPointerException e) {
            System.out.println(what + ": null");
        } catch (IllegalArgumentException e) {
            System.out.println(what + ": not its own");
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        refused("await", () -> condition.await());
        refused("awaitUninterruptibly", () -> condition.awaitUninterruptibly());
        refused("awaitNanos", () -> condition.awaitNanos(1));
        refused("await in time", () -> condition.await(1, TimeUnit.NANOSECONDS));
        refused("no unit", () -> condition.await(1, null));
        refused("no deadline", () -> condition.awaitUntil(null));
        refused("signal", () -> condition.signal());
        refused("signalAll", () -> condition.signalAll());
        refused("hasWaiters", () -> lock.hasWaiters(condition));
        lock.lock();
        refused("of no condition", () -> lock.hasWaiters(null));
        refused("of another lock", () -> lock.getWaitQueueLength(new ReentrantLock().newCondition()));
        lock.lock();
        System.out.println(condition.await(1, TimeUnit.NANOSECONDS));
        System.out.println(condition.await(-1, TimeUnit.DAYS));
        System.out.println(condition.awaitNanos(0) <= 0);
        System.out.println(condition.awaitNanos(1000) <= 0);
        System.out.println(lock.hasWaiters(condition));
        lock.unlock();
        System.out.println(lock.isHeldByCurrentThread());
        lock.unlock();
        System.out.println(lock.isHeldByCurrentThread());
    }
}
