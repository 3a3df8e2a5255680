// The lock is given to a number that nobody has drawn yet if a thread serves two at once.
// BRAID: verify => deadlock
// JAVA: may hang
package awaits;

import java.util.concurrent.atomic.AtomicInteger;

public class TicketSkipped {
    private static final AtomicInteger next = new AtomicInteger();
    private static final AtomicInteger serving = new AtomicInteger();

    private static void enter(int step) {
        int mine = next.getAndIncrement();
        while (serving.get() != mine) {
            Thread.yield();
        }
        serving.addAndGet(step);
    }

    public static void main(String[] args) {
        new Thread(() -> enter(2)).start();
        enter(1);
    }
}
