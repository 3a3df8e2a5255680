package java.util.concurrent.locks;

import braid.Atomic;
import braid.Internal;

/**
 * Threads wait for a permit of their own. Nothing here orders what threads do: the Javadoc does not
 * say so. As with {@link Object#wait}, threads go on for no reason only with --spurious.
 */
public class LockSupport {
    private LockSupport() {
    }

    @Atomic("opaque")
    private static void await(Thread current) {
        Internal.await(current.permit0);
        current.permit0 = false;
    }

    /** The interrupted status stays as it is. */
    @Atomic("opaque")
    private static void awaitInterruptibly(Thread current) {
        Internal.await(current.permit0 || current.interrupted0);
        current.permit0 = false;
    }

    /** When the time is over, or for no reason: the permit may be there or not. */
    @Atomic("opaque")
    private static void look(Thread current) {
        current.permit0 = false;
    }

    @Atomic("opaque")
    private static void permit(Thread thread) {
        thread.permit0 = true;
    }

    @Atomic("opaque")
    private static void block(Thread current, Object blocker) {
        current.blocker0 = blocker;
    }

    @Atomic("opaque")
    private static Object blocker(Thread thread) {
        return thread.blocker0;
    }

    /** Nothing is promised for a thread that has not been started. */
    public static void unpark(Thread thread) {
        if (thread != null && (thread.isStarted0() || Internal.anyBoolean())) {
            permit(thread);
        }
    }

    public static void park() {
        if (Internal.spurious()) {
            look(Thread.currentThread());
        } else if (Internal.interrupts()) {
            awaitInterruptibly(Thread.currentThread());
        } else {
            await(Thread.currentThread());
        }
    }

    public static void parkNanos(long nanos) {
        if (nanos > 0) {
            look(Thread.currentThread());
        }
    }

    public static void parkUntil(long deadline) {
        look(Thread.currentThread());
    }

    public static void park(Object blocker) {
        block(Thread.currentThread(), blocker);
        park();
        block(Thread.currentThread(), null);
    }

    public static void parkNanos(Object blocker, long nanos) {
        if (nanos > 0) {
            block(Thread.currentThread(), blocker);
            parkNanos(nanos);
            block(Thread.currentThread(), null);
        }
    }

    public static void parkUntil(Object blocker, long deadline) {
        block(Thread.currentThread(), blocker);
        parkUntil(deadline);
        block(Thread.currentThread(), null);
    }

    public static void setCurrentBlocker(Object blocker) {
        block(Thread.currentThread(), blocker);
    }

    public static Object getBlocker(Thread thread) {
        if (thread == null) {
            throw new NullPointerException();
        }
        return blocker(thread);
    }
}
