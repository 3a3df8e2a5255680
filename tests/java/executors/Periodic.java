// A task with a rate runs until the pool is shut down; the third round is the last that counts.
// BRAID: verify --unwind 4 => valid
// JAVA: prints
package executors;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class Periodic {
    public static void main(String[] args) throws Exception {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        CountDownLatch rounds = new CountDownLatch(3);
        pool.scheduleAtFixedRate(() -> rounds.countDown(), 0, 1, TimeUnit.MILLISECONDS);
        rounds.await();
        pool.shutdown();
        System.out.println(rounds.getCount());
    }
}
