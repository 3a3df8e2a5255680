// Workers wait for a start, and main for both of them.
// BRAID: verify => valid
// JAVA: prints
package synchronisers;

import java.util.concurrent.CountDownLatch;

public class LatchStart {
    private static final CountDownLatch start = new CountDownLatch(1);
    private static final CountDownLatch done = new CountDownLatch(2);
    private static int input;
    private static final int[] results = new int[2];

    private static void work(int index) {
        try {
            start.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        results[index] = input + index;
        done.countDown();
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> work(0)).start();
        new Thread(() -> work(1)).start();
        input = 7;
        start.countDown();
        done.await();
        assert results[0] == 7 && results[1] == 8;
        System.out.println(results[0] + results[1]);
    }
}
