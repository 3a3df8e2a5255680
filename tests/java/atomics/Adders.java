// Sums and accumulators, by one thread.
// BRAID: verify => valid
// JAVA: prints
package atomics;

import java.util.concurrent.atomic.DoubleAccumulator;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

public class Adders {
    static void p(Object o) {
        System.out.println(o);
    }

    public static void main(String[] args) {
        LongAdder s = new LongAdder();
        s.add(5);
        s.increment();
        s.decrement();
        p(s.sum());
        p(s);
        p(s.sumThenReset());
        p(s.intValue());
        s.add(2);
        s.reset();
        p(s.longValue());
        DoubleAdder d = new DoubleAdder();
        d.add(1.5);
        d.add(-0.25);
        p(d.sum());
        p(d.sumThenReset());
        p(d);
        LongAccumulator m = new LongAccumulator(Long::max, Long.MIN_VALUE);
        m.accumulate(3);
        m.accumulate(2);
        p(m.get());
        p(m.getThenReset());
        p(m);
        DoubleAccumulator n = new DoubleAccumulator((x, y) -> x * y, 1.0);
        n.accumulate(2.5);
        n.accumulate(2);
        p(n.get());
        n.reset();
        p(n.longValue());
    }
}
