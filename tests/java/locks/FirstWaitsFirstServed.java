// Threads that wait for a condition are signalled in the order in which they came.
// BRAID: verify => valid
// JAVA: prints
package locks;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class FirstWaitsFirstServed {
    private static final ReentrantLock lock = new ReentrantLock();
    private static final Condition go = lock.newCondition();
    private static int came;
    private static int served;

    private static void queue() {
        lock.lock();
        int mine = came++;
        go.awaitUninterruptibly();
        assert served == mine;
        served++;
        if (served < came) {
            go.signal();
        }
        lock.unlock();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(FirstWaitsFirstServed::queue);
        Thread b = new Thread(FirstWaitsFirstServed::queue);
        a.start();
        b.start();
        while (true) {
            lock.lock();
            boolean all = came == 2;
            if (all) {
                go.signal();
            }
            lock.unlock();
            if (all) {
                break;
            }
            Thread.yield();
        }
        a.join();
        b.join();
        System.out.println(served);
    }
}
