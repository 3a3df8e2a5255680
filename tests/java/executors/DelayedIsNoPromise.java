// The second task was scheduled later with a shorter delay: either may come first.
// BRAID: verify => invalid line 23 throws java.lang.AssertionError
// JAVA: runs
package executors;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

public class DelayedIsNoPromise {
    private static int count;

    private static int next() {
        return ++count;
    }

    public static void main(String[] args) throws Exception {
        ScheduledExecutorService pool = Executors.newSingleThreadScheduledExecutor();
        ScheduledFuture<Integer> late = pool.schedule(() -> next(), 20, TimeUnit.MILLISECONDS);
        ScheduledFuture<Integer> early = pool.schedule(() -> next(), 1, TimeUnit.MILLISECONDS);
        pool.shutdown();
        assert early.get() < late.get(); // fails
    }
}
