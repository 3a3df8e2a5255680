// Nobody asks the future: what its task throws is lost.
// BRAID: verify => invalid line 23 throws java.lang.AssertionError
// JAVA: prints
package executors;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class TaskFailsUnseen {
    private static int[] data = new int[1];
    private static boolean done;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.submit(() -> {
            data[1] = 1;
            done = true;
        });
        pool.shutdown();
        boolean ended = pool.awaitTermination(Long.MAX_VALUE, TimeUnit.DAYS);
        assert ended;
        assert done; // fails
    }
}
