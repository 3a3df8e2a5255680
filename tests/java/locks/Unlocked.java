// A thread cannot give back what another one has.
// BRAID: verify => invalid throws java.lang.IllegalMonitorStateException
// JAVA: runs
package locks;

import java.util.concurrent.locks.ReentrantLock;

public class Unlocked {
    public static void main(String[] args) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        Thread t = new Thread(lock::unlock);
        t.start();
        t.join();
    }
}
