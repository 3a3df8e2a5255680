// A value that threads share is shared, whoever holds it.
// BRAID: verify => invalid race
// BRAID: verify --no-races => invalid line 16 throws java.lang.AssertionError
// JAVA: runs
package atomics;

public class LocalShared {
    private static final int[] shared = new int[1];
    private static final ThreadLocal<int[]> count = ThreadLocal.withInitial(() -> shared);

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> count.get()[0]++);
        thread.start();
        count.get()[0]++;
        thread.join();
        assert shared[0] == 2; // fails
    }
}
