// A semaphore of our own: at most one thread in the critical section.
// BRAID: verify => valid
// JAVA: prints
package waits;

public class Semaphore {
    private int permits = 1;

    synchronized void acquire() {
        while (permits == 0) {
            try {
                wait();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        permits--;
    }

    synchronized void release() {
        permits++;
        notify();
    }

    static int inside;

    static void work(Semaphore s) {
        s.acquire();
        inside++;
        assert inside == 1;
        inside--;
        s.release();
    }

    public static void main(String[] args) throws InterruptedException {
        Semaphore s = new Semaphore();
        Thread t = new Thread(() -> work(s));
        t.start();
        work(s);
        t.join();
        System.out.println(inside);
    }
}
