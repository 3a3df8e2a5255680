// Two transfers in opposite directions, each of which takes two locks in methods that it calls.
// BRAID: verify => deadlock
// JAVA: may hang
package locks;

import java.util.concurrent.locks.ReentrantLock;

public class BehindCalls {
    private final ReentrantLock lock = new ReentrantLock();
    private int balance = 10;

    private void add(int amount) {
        lock.lock();
        balance += amount;
        lock.unlock();
    }

    void transfer(BehindCalls to, int amount) {
        lock.lock();
        balance -= amount;
        to.add(amount);
        lock.unlock();
    }

    public static void main(String[] args) {
        BehindCalls a = new BehindCalls();
        BehindCalls b = new BehindCalls();
        new Thread(() -> a.transfer(b, 1)).start();
        b.transfer(a, 2);
    }
}
