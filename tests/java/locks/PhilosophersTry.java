// Philosophers who put the left fork back if they do not get the right one: nobody is stuck, but somebody
// may stay hungry.
// BRAID: verify => valid
// JAVA: prints
package locks;

import java.util.concurrent.locks.ReentrantLock;

public class PhilosophersTry {
    private static final int COUNT = 3;
    private static final ReentrantLock[] forks = new ReentrantLock[COUNT];

    private static void eat(int who) {
        ReentrantLock left = forks[who];
        ReentrantLock right = forks[(who + 1) % COUNT];
        left.lock();
        if (right.tryLock()) {
            right.unlock();
        }
        left.unlock();
    }

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < COUNT; i++) {
            forks[i] = new ReentrantLock();
        }
        Thread[] threads = new Thread[COUNT];
        for (int i = 0; i < COUNT; i++) {
            int who = i;
            threads[i] = new Thread(() -> eat(who));
            threads[i].start();
        }
        for (Thread t : threads) {
            t.join();
        }
        System.out.println("done");
    }
}
