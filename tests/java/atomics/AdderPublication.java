// Nothing says that an addition happens before the sum that has it.
// BRAID: verify => invalid race
// JAVA: prints
package atomics;

import java.util.concurrent.atomic.LongAdder;

public class AdderPublication {
    private static final LongAdder flag = new LongAdder();
    private static int data;

    public static void main(String[] args) {
        new Thread(() -> {
            data = 42;
            flag.increment();
        }).start();
        if (flag.sum() > 0) {
            assert data >= 0;
        }
    }
}
