// Who takes a ticket spins until its number is served.
// BRAID: verify => valid
// JAVA: prints
package awaits;

import java.util.concurrent.atomic.AtomicInteger;

public class TicketLock {
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger serving = new AtomicInteger();
    private int data;

    private void increment() {
        int mine = next.getAndIncrement();
        while (serving.get() != mine) {
            Thread.yield();
        }
        data++;
        serving.set(mine + 1);
    }

    public static void main(String[] args) throws InterruptedException {
        TicketLock lock = new TicketLock();
        Thread other = new Thread(lock::increment);
        other.start();
        lock.increment();
        other.join();
        assert lock.data == 2;
        System.out.println(lock.data);
    }
}
