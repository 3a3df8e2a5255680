// Three philosophers, each of whom takes the left fork first.
// BRAID: verify => deadlock
// JAVA: may hang
package locks;

import java.util.concurrent.locks.ReentrantLock;

public class Philosophers {
    private static final int COUNT = 3;
    private static final ReentrantLock[] forks = new ReentrantLock[COUNT];

    private static void eat(int who) {
        ReentrantLock left = forks[who];
        ReentrantLock right = forks[(who + 1) % COUNT];
        left.lock();
        right.lock();
        right.unlock();
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
