// One of two workers returns before it counts down.
// BRAID: verify => deadlock
// JAVA: hangs
package synchronisers;

import java.util.concurrent.CountDownLatch;

public class LatchTooRarely {
    private static final CountDownLatch done = new CountDownLatch(2);

    private static void work(int input) {
        if (input == 0) {
            return;
        }
        done.countDown();
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> work(0)).start();
        new Thread(() -> work(1)).start();
        done.await();
    }
}
