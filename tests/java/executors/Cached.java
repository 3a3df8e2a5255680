// A cached pool needs no end: its threads go when they have nothing to do.
// BRAID: verify => valid
// JAVA: never
package executors;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class Cached {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newCachedThreadPool();
        CountDownLatch both = new CountDownLatch(2);
        pool.execute(both::countDown);
        pool.execute(both::countDown);
        both.await();
        System.out.println(both.getCount());
    }
}
