// Counters of threads do not race, and are not what the others count.
// BRAID: verify => valid
// JAVA: prints
package atomics;

public class LocalCounters {
    private static final ThreadLocal<int[]> count = ThreadLocal.withInitial(() -> new int[1]);
    private static volatile int other;

    private static int count(int times) {
        for (int i = 0; i < times; i++) {
            count.get()[0]++;
        }
        return count.get()[0];
    }

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> other = count(2));
        thread.start();
        int own = count(3);
        thread.join();
        assert own == 3 && other == 2;
    }
}
