// The methods of Semaphore, by one thread.
// BRAID: verify --depth 20000 => valid
// JAVA: prints
package synchronisers;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

public class SemaphoreMethods {
    static class Reducible extends Semaphore {
        Reducible(int permits) {
            super(permits);
        }

        public int hashCode() {
            return 1;
        }

        void reduce(int by) {
            reducePermits(by);
        }
    }

    static void refused(Runnable call) {
        try {
            call.run();
            System.out.println("done");
        } catch (IllegalArgumentException e) {
            System.out.println("negative");
        } catch (Error e) {
            System.out.println(e.getMessage());
        }
    }

    static void methods(Reducible s) throws InterruptedException {
        s.acquire();
        s.acquireUninterruptibly();
        System.out.println(s.availablePermits() + " " + s.tryAcquire(2) + " " + s.tryAcquire());
        System.out.println(s.tryAcquire() + " " + s.tryAcquire(1, TimeUnit.NANOSECONDS) + " "
                + s.tryAcquire(0));
        s.release();
        s.release(4);
        s.acquire(2);
        s.acquireUninterruptibly(0);
        s.acquireUninterruptibly(2);
        System.out.println(s.tryAcquire(2, 1, TimeUnit.NANOSECONDS) + " " + s.availablePermits());
        s.release(3);
        System.out.println(s.drainPermits() + " " + s.drainPermits() + " " + s.availablePermits());
        s.reduce(3);
        System.out.println(s.availablePermits() + " " + s.tryAcquire(0) + " " + s.tryAcquire());
        System.out.println(s);
        System.out.println(s.drainPermits() + " " + s.availablePermits());
        refused(() -> s.acquireUninterruptibly(-1));
        refused(() -> s.tryAcquire(-1));
        refused(() -> s.release(-1));
        refused(() -> s.reduce(-1));
        s.release(Integer.MAX_VALUE);
        refused(() -> s.release(1));
        System.out.println(s.drainPermits());
        s.reduce(Integer.MAX_VALUE);
        refused(() -> s.reduce(2));
    }

    public static void main(String[] args) throws InterruptedException {
        methods(new Reducible(3));
        Semaphore fair = new Semaphore(1, true);
        System.out.println(fair.isFair() + " " + new Semaphore(-1).isFair());
        fair.acquire();
        System.out.println(fair.tryAcquire() + " " + fair.tryAcquire(1, TimeUnit.NANOSECONDS));
        fair.release(2);
        fair.acquireUninterruptibly(2);
        fair.release();
        System.out.println(fair.tryAcquire(1, 1, TimeUnit.SECONDS) + " " + fair.availablePermits());
        try {
            fair.tryAcquire(1, null);
        } catch (NullPointerException e) {
            System.out.println("no unit");
        }
    }
}
