// What was tested may no longer hold when it is acted upon.
// BRAID: verify => invalid line 22 throws java.lang.AssertionError
// JAVA: runs
package atomics;

import java.util.concurrent.atomic.AtomicInteger;

public class CheckThenAct {
    private static final AtomicInteger seats = new AtomicInteger(1);

    private static void book() {
        if (seats.get() > 0) {
            seats.decrementAndGet();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(CheckThenAct::book);
        other.start();
        book();
        other.join();
        assert seats.get() >= 0; // fails
    }
}
