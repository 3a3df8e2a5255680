// shutdownNow interrupts the task that waits, and gives back the one that has not begun.
// BRAID: verify => valid
// JAVA: prints
package executors;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class ShutdownNow {
    private static boolean interrupted;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        CountDownLatch begun = new CountDownLatch(1);
        pool.execute(() -> {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        });
        Runnable second = () -> {
            throw new AssertionError();
        };
        pool.execute(second);
        begun.await();
        List<Runnable> left = pool.shutdownNow();
        System.out.println(left.size() + " " + (left.get(0) == second));
        System.out.println(pool.awaitTermination(Long.MAX_VALUE, TimeUnit.DAYS) + " " + interrupted
                + pool.isTerminated());
    }
}
