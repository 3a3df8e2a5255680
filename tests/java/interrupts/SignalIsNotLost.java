// The same with a condition, for which two threads wait: one is interrupted, and the other one is signalled in
// any case.
// BRAID: verify => valid
// JAVA: prints
package interrupts;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class SignalIsNotLost {
    private static final ReentrantLock lock = new ReentrantLock();
    private static final Condition go = lock.newCondition();
    private static boolean open;

    private static void work() {
        lock.lock();
        try {
            while (!open) {
                go.await();
            }
        } catch (InterruptedException e) {
            return;
        } finally {
            go.signal();
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(SignalIsNotLost::work);
        a.start();
        a.interrupt();
        lock.lock();
        open = true;
        go.signal();
        lock.unlock();
        work();
        a.join();
        System.out.println(open);
    }
}
