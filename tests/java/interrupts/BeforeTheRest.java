// The same of synchronisers.
// BRAID: verify --depth 20000 => valid
// JAVA: prints
package interrupts;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

public class BeforeTheRest {
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
        Semaphore permits = new Semaphore(3);
        refused("acquire", () -> permits.acquire());
        refused("acquire two", () -> permits.acquire(2));
        refused("tryAcquire", () -> permits.tryAcquire(1));
        refused("tryAcquire in time", () -> permits.tryAcquire(1, TimeUnit.SECONDS));
        refused("acquireUninterruptibly", () -> permits.acquireUninterruptibly());
        System.out.println(permits.availablePermits());
        CountDownLatch latch = new CountDownLatch(0);
        refused("latch", () -> latch.await());
        refused("latch in time", () -> latch.await(1, TimeUnit.SECONDS));
        CyclicBarrier barrier = new CyclicBarrier(2);
        refused("barrier", () -> barrier.await());
        System.out.println(barrier.isBroken());
        barrier.reset();
        refused("barrier in time", () -> barrier.await(1, TimeUnit.SECONDS));
        System.out.println(barrier.isBroken());
        Exchanger<String> exchanger = new Exchanger<>();
        refused("exchanger", () -> exchanger.exchange("mine"));
        refused("exchanger in time", () -> exchanger.exchange("mine", 1, TimeUnit.SECONDS));
        Phaser phaser = new Phaser(1);
        refused("phaser", () -> phaser.awaitAdvanceInterruptibly(0));
        refused("phaser in time", () -> phaser.awaitAdvanceInterruptibly(0, 1, TimeUnit.SECONDS));
        refused("phaser's arrival", () -> phaser.arriveAndAwaitAdvance());
        refused("park", () -> LockSupport.park());
        refused("park in time", () -> LockSupport.parkNanos(1));
        LockSupport.unpark(Thread.currentThread());
        refused("park with a permit", () -> LockSupport.park());
    }
}
