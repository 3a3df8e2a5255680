// Accesses through handles of variables and through updaters of fields, by one thread.
// BRAID: verify => valid
// JAVA: prints
package atomics;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

public class VarHandles {
    volatile int v = 1;
    int plain = 2;
    volatile long l = 3;
    volatile String s = "a";
    static int st = 5;
    boolean b;
    byte by = 127;
    final int fin = 3;
    double d = 1.5;
    Object o = "x";

    static final VarHandle V;
    static final VarHandle P;
    static final VarHandle L;
    static final VarHandle S;
    static final VarHandle ST;
    static final VarHandle B;
    static final VarHandle BY;
    static final VarHandle FIN;
    static final VarHandle D;
    static final VarHandle O;
    static final VarHandle IA = MethodHandles.arrayElementVarHandle(int[].class);
    static final VarHandle RA = MethodHandles.arrayElementVarHandle(String[].class);

    static {
        try {
            MethodHandles.Lookup k = MethodHandles.lookup();
            V = k.findVarHandle(VarHandles.class, "v", int.class);
            P = k.findVarHandle(VarHandles.class, "plain", int.class);
            L = k.findVarHandle(VarHandles.class, "l", long.class);
            S = k.findVarHandle(VarHandles.class, "s", String.class);
            ST = k.findStaticVarHandle(VarHandles.class, "st", int.class);
            B = k.findVarHandle(VarHandles.class, "b", boolean.class);
            BY = MethodHandles.privateLookupIn(VarHandles.class, k)
                    .findVarHandle(VarHandles.class, "by", byte.class);
            FIN = k.findVarHandle(VarHandles.class, "fin", int.class);
            D = k.findVarHandle(VarHandles.class, "d", double.class);
            O = k.findVarHandle(VarHandles.class, "o", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static void p(Object o) {
        System.out.println(o);
    }

    public static void main(String[] args) {
        VarHandles x = new VarHandles();
        p((int) V.get(x));
        V.set(x, 4);
        p(V.getVolatile(x));
        p(V.compareAndSet(x, 4, 5));
        p((int) V.getAndAdd(x, 3));
        p((int) V.getAndSet(x, 1));
        p((int) V.compareAndExchange(x, 1, 2));
        p((int) V.getAndBitwiseOr(x, 8));
        p((int) V.getAndBitwiseAndAcquire(x, 12));
        p((int) V.getAndBitwiseXorRelease(x, 1));
        p((int) V.getOpaque(x));
        P.setRelease(x, 9);
        p((int) P.getAcquire(x));
        P.setOpaque(x, 3);
        p((Integer) P.get(x));
        p(P.weakCompareAndSetPlain(x, 3, 4));
        p(x.plain);
        p((long) L.getAndAdd(x, 5));
        p((long) L.getAndAdd(x, 5L));
        L.setVolatile(x, 2);
        p(x.l);
        p((String) S.getAndSet(x, "b"));
        p(S.compareAndSet(x, "b", "c"));
        p((Object) S.get(x));
        S.set(x, null);
        p(x.s);
        p((int) ST.getAndAdd(2));
        ST.setVolatile(8);
        p(st);
        p(ST.weakCompareAndSet(8, 9));
        p(st);
        p(B.compareAndSet(x, false, true));
        p((boolean) B.getAndBitwiseXor(x, true));
        p(x.b);
        p((byte) BY.getAndAdd(x, (byte) 1));
        p(x.by);
        BY.set(x, (byte) 5);
        p((int) BY.get(x));
        p((double) D.getAndAdd(x, 2.0));
        p(x.d);
        p((int) FIN.get(x));
        int[] ar = {1, 2};
        p((int) IA.getAndAdd(ar, 1, 5));
        p(IA.compareAndSet(ar, 0, 1, 9));
        p(ar[0] + ar[1]);
        IA.setVolatile(ar, 0, 3);
        p((int) IA.getVolatile(ar, 0));
        String[] ra = {"q", "r"};
        p(RA.compareAndSet(ra, 0, "q", "z"));
        p((String) RA.getAcquire(ra, 0));
        Object[] oa = ra;
        RA.set(ra, 1, "m");
        p(oa[1]);
        try {
            IA.set(ar, 2, 1);
        } catch (RuntimeException e) {
            p(e);
        }
        try {
            V.set((VarHandles) null, 2);
        } catch (RuntimeException e) {
            p(e.getClass());
        }
        try {
            V.set((Object) "q", 2);
        } catch (RuntimeException e) {
            p(e.getClass());
        }
        try {
            FIN.set(x, 2);
        } catch (RuntimeException e) {
            p(e.getClass());
        }
        try {
            S.getAndAdd(x, "w");
        } catch (RuntimeException e) {
            p(e.getClass());
        }
        try {
            String g = (String) O.get(x);
            p(g);
            Integer h = (Integer) O.get(x);
        } catch (RuntimeException e) {
            p(e.getClass());
        }
        AtomicIntegerFieldUpdater<VarHandles> u = AtomicIntegerFieldUpdater.newUpdater(VarHandles.class, "v");
        u.set(x, 3);
        p(u.incrementAndGet(x));
        p(u.getAndUpdate(x, y -> y * 2));
        p(u.get(x));
        p(u.compareAndSet(x, 8, 9));
        u.lazySet(x, 1);
        p(u.accumulateAndGet(x, 5, Integer::sum));
        AtomicLongFieldUpdater<VarHandles> w = AtomicLongFieldUpdater.newUpdater(VarHandles.class, "l");
        p(w.addAndGet(x, 5));
        p(w.getAndDecrement(x));
        p(w.updateAndGet(x, y -> y * 2));
        AtomicReferenceFieldUpdater<VarHandles, String> r = AtomicReferenceFieldUpdater.newUpdater(VarHandles.class, String.class, "s");
        r.set(x, "1");
        p(r.compareAndSet(x, "1", "2"));
        p(r.getAndSet(x, "3"));
        p(r.accumulateAndGet(x, "4", String::concat));
        p(r.get(x));
        try {
            u.get(null);
        } catch (RuntimeException e) {
            p(e.getClass());
        }
        try {
            AtomicIntegerFieldUpdater.newUpdater(VarHandles.class, "plain");
        } catch (RuntimeException e) {
            p(e);
        }
        try {
            AtomicIntegerFieldUpdater.newUpdater(VarHandles.class, "nope");
        } catch (RuntimeException e) {
            p(e);
        }
        try {
            AtomicIntegerFieldUpdater.newUpdater(VarHandles.class, "l");
        } catch (RuntimeException e) {
            p(e);
        }
        try {
            AtomicReferenceFieldUpdater.newUpdater(VarHandles.class, Object.class, "s");
        } catch (RuntimeException e) {
            p(e.getClass());
        }
        try {
            MethodHandles.lookup().findVarHandle(VarHandles.class, "nope", int.class);
        } catch (ReflectiveOperationException e) {
            p(e.getClass());
        }
        try {
            MethodHandles.lookup().findVarHandle(VarHandles.class, "v", long.class);
        } catch (ReflectiveOperationException e) {
            p(e.getClass());
        }
        try {
            MethodHandles.lookup().findVarHandle(VarHandles.class, "st", int.class);
        } catch (ReflectiveOperationException e) {
            p(e.getClass());
        }
        try {
            RA.set((Object) new Object[1], 0, "w");
        } catch (RuntimeException e) {
            p(e.getClass());
        }
        try {
            RA.set(new String[1], 0, (Object) 5);
        } catch (RuntimeException e) {
            p(e.getClass());
        }
        VarHandle OA = MethodHandles.arrayElementVarHandle(Object[].class);
        try {
            OA.set(new String[1], 0, (Object) 5);
        } catch (RuntimeException e) {
            p(e.getClass());
        }
        VarHandle.fullFence();
        VarHandle.acquireFence();
        VarHandle.releaseFence();
        VarHandle.loadLoadFence();
        VarHandle.storeStoreFence();
    }
}
