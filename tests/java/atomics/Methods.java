// Every kind of call of the atomic variables, by one thread.
// BRAID: verify => valid
// JAVA: prints
package atomics;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicStampedReference;

public class Methods {
    static void p(Object o) {
        System.out.println(o);
    }

    public static void main(String[] args) {
        AtomicInteger i = new AtomicInteger(5);
        p(i.get());
        i.set(6);
        i.lazySet(7);
        p(i.getAndSet(8));
        p(i.compareAndSet(8, 9));
        p(i.compareAndSet(8, 10));
        p(i.getAndIncrement());
        p(i.getAndDecrement());
        p(i.getAndAdd(3));
        p(i.incrementAndGet());
        p(i.decrementAndGet());
        p(i.addAndGet(-2));
        p(i.getAndUpdate(x -> x * 2));
        p(i.updateAndGet(x -> x + 1));
        p(i.getAndAccumulate(3, Integer::sum));
        p(i.accumulateAndGet(3, Math::max));
        p(i);
        p(i.intValue());
        p(i.longValue());
        p(i.getPlain());
        i.setPlain(3);
        p(i.getOpaque());
        i.setOpaque(4);
        p(i.getAcquire());
        i.setRelease(1);
        p(i.compareAndExchange(1, 2));
        p(i.compareAndExchange(1, 3));
        p(i.compareAndExchangeAcquire(2, 4));
        p(i.compareAndExchangeRelease(4, 5));
        p(i);
        AtomicLong l = new AtomicLong(1L << 40);
        p(l.incrementAndGet());
        p(l.intValue());
        p(l.accumulateAndGet(1, Long::sum));
        p(l);
        AtomicBoolean b = new AtomicBoolean();
        p(b.getAndSet(true));
        p(b.compareAndSet(true, false));
        p(b);
        p(b.compareAndExchange(true, true));
        b.lazySet(true);
        p(b.get());
        AtomicReference<String> r = new AtomicReference<>("a");
        p(r.compareAndSet("a", "b"));
        p(r.getAndUpdate(s -> s + "c"));
        p(r);
        p(r.accumulateAndGet("d", String::concat));
        p(r.compareAndExchange("x", "y"));
        AtomicIntegerArray ia = new AtomicIntegerArray(3);
        ia.set(0, 4);
        p(ia.incrementAndGet(1));
        p(ia.getAndAdd(2, 7));
        p(ia.compareAndSet(2, 7, 8));
        p(ia.updateAndGet(0, x -> -x));
        p(ia);
        p(ia.length());
        try {
            ia.get(3);
        } catch (IndexOutOfBoundsException e) {
            p(e);
        }
        try {
            ia.compareAndSet(-1, 0, 0);
        } catch (IndexOutOfBoundsException e) {
            p(e);
        }
        AtomicLongArray la = new AtomicLongArray(new long[] {1, 2});
        p(la.getAndIncrement(0));
        p(la.accumulateAndGet(1, 5, Long::max));
        p(la);
        p(la.getAndSet(0, 9));
        p(la.getPlain(0));
        AtomicReferenceArray<String> ra = new AtomicReferenceArray<>(new String[] {"x", null});
        p(ra.compareAndSet(1, null, "y"));
        p(ra);
        p(ra.getAndSet(0, "z"));
        p(ra.getAcquire(0));
        p(ra.accumulateAndGet(0, "1", String::concat));
        AtomicStampedReference<String> s = new AtomicStampedReference<>("a", 1);
        int[] h = new int[1];
        p(s.compareAndSet("a", "b", 1, 2));
        p(s.get(h));
        p(h[0]);
        p(s.attemptStamp("b", 7));
        p(s.getStamp());
        p(s.compareAndSet("b", "c", 2, 3));
        s.set("q", 0);
        p(s.getReference());
        AtomicMarkableReference<String> m = new AtomicMarkableReference<>("a", false);
        boolean[] k = new boolean[1];
        p(m.attemptMark("a", true));
        p(m.get(k));
        p(k[0]);
        p(m.isMarked());
        p(m.compareAndSet("a", "a", true, true));
        p(m.weakCompareAndSet("b", "a", true, true));
    }
}
