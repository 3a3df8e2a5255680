// A call that has not ended at the end of the program may have happened or not.
// BRAID: verify --linearizable linearizable.ExitInTheMiddle$Spec:linearizable.ExitInTheMiddle$Counter => valid
// JAVA: never
package linearizable;

import java.util.concurrent.atomic.AtomicInteger;

public class ExitInTheMiddle {
    static final class Counter {
        private final AtomicInteger count = new AtomicInteger();

        public int next() {
            return count.getAndIncrement();
        }
    }

    static final class Spec {
        private int count;

        public int next() {
            return count++;
        }
    }

    public static void main(String[] args) {
        Counter counter = new Counter();
        new Thread(counter::next).start();
        int seen = counter.next();
        assert seen <= 1;
        System.exit(0);
    }
}
