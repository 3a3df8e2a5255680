// A loop of compareAndSet tests and acts in one step.
// BRAID: verify => valid
// JAVA: prints
package atomics;

import java.util.concurrent.atomic.AtomicInteger;

public class CheckAndAct {
    private static final AtomicInteger seats = new AtomicInteger(1);
    private static final AtomicInteger booked = new AtomicInteger();

    private static void book() {
        for (int free = seats.get(); free > 0; free = seats.get()) {
            if (seats.compareAndSet(free, free - 1)) {
                booked.getAndIncrement();
                return;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(CheckAndAct::book);
        other.start();
        book();
        other.join();
        assert seats.get() == 0 && booked.get() == 1;
    }
}
