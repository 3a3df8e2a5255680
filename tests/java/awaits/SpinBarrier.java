// Each thread counts itself, and spins until all have.
// BRAID: verify => valid
// JAVA: prints
package awaits;

import java.util.concurrent.atomic.AtomicInteger;

public class SpinBarrier {
    private static final int PARTIES = 3;
    private static final AtomicInteger arrived = new AtomicInteger();
    private static final int[] values = new int[PARTIES];

    private static void work(int index) {
        values[index] = index + 1;
        arrived.incrementAndGet();
        while (arrived.get() < PARTIES) {
            Thread.onSpinWait();
        }
        int sum = 0;
        for (int value : values) {
            sum += value;
        }
        assert sum == 6;
    }

    public static void main(String[] args) {
        new Thread(() -> work(0)).start();
        new Thread(() -> work(1)).start();
        work(2);
        System.out.println(arrived.get());
    }
}
