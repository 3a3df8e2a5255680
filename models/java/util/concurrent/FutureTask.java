package java.util.concurrent;

import braid.Atomic;
import braid.Internal;
import braid.Unraced;

/**
 * A computation, run once. One step takes it for a thread, one ends it, one waits for the end. What
 * the computation did happens before what follows `get`.
 */
public class FutureTask<V> implements RunnableFuture<V> {
    private static final int NEW = 0;
    private static final int NORMAL = 1;
    private static final int FAILED = 2;
    /** This and what is above it: cancelled. */
    private static final int CANCELLED = 3;
    /** The thread that runs it is about to be interrupted, and waits for that. */
    private static final int INTERRUPTING = 4;
    private static final int INTERRUPTED = 5;
    /** The thread that waits was interrupted; not a state. */
    private static final int LEFT = -1;

    private final Callable<V> callable;
    private volatile int state;
    /** Who runs it. */
    @Unraced private Thread runner;
    /** The result or the exception; written before the state. */
    @Unraced private Object outcome;

    public FutureTask(Callable<V> callable) {
        if (callable == null) {
            throw new NullPointerException();
        }
        this.callable = callable;
    }

    public FutureTask(Runnable runnable, V result) {
        this.callable = Executors.callable(runnable, result);
    }

    // ---- steps
    @Atomic("opaque")
    private boolean begin(Thread current) {
        if (state != NEW || runner != null) {
            return false;
        }
        runner = current;
        return true;
    }

    @Atomic("release")
    private boolean end(int how, Object what) {
        if (state != NEW) {
            return false;
        }
        outcome = what;
        state = how;
        return true;
    }

    /** After a round of several: whether there may be another one. */
    @Atomic("opaque")
    private boolean reset() {
        runner = null;
        return state == NEW;
    }

    /** The new state; NEW: it has ended before. */
    @Atomic("release")
    private int cancelNow(boolean interrupts) {
        if (state != NEW) {
            return NEW;
        }
        state = interrupts && runner != null ? INTERRUPTING : CANCELLED;
        return state;
    }

    /** Unless it runs: CANCELLED; its state if it has ended, NEW if it runs. */
    @Atomic("release")
    private int cancelUnlessRun() {
        if (state != NEW) {
            return state == CANCELLED ? NORMAL : state;
        }
        if (runner != null) {
            return NEW;
        }
        state = CANCELLED;
        return CANCELLED;
    }

    @Atomic("acquire")
    private int awaitEnd() {
        Internal.await(state != NEW);
        return state;
    }

    @Atomic("acquire")
    private int awaitEnd(Thread current) {
        Internal.await(state != NEW || current.interrupted0);
        if (state != NEW) {
            return state;
        }
        current.interrupted0 = false;
        return LEFT;
    }

    /** When the time is over. */
    @Atomic("acquire")
    private int look(Thread current) {
        if (state != NEW) {
            return state;
        }
        boolean interrupted = current.interrupted0;
        current.interrupted0 = false;
        return interrupted ? LEFT : NEW;
    }

    @Atomic("opaque")
    private void awaitInterrupt() {
        Internal.await(state != INTERRUPTING);
    }

    // ---- methods
    protected void done() {
    }

    protected void set(V v) {
        if (end(NORMAL, v)) {
            done();
        }
    }

    protected void setException(Throwable t) {
        if (end(FAILED, t)) {
            done();
        }
    }

    public void run() {
        if (!begin(Thread.currentThread())) {
            return;
        }
        V result = null;
        Throwable thrown = null;
        try {
            result = callable.call();
        } catch (Throwable e) {
            thrown = e;
        }
        if (thrown == null) {
            set(result);
        } else {
            setException(thrown);
        }
        if (Internal.interrupts()) {
            awaitInterrupt();
        }
    }

    protected boolean runAndReset() {
        if (!begin(Thread.currentThread())) {
            return false;
        }
        boolean succeeded = false;
        try {
            callable.call();
            succeeded = true;
        } catch (Throwable e) {
            setException(e);
        }
        if (Internal.interrupts()) {
            awaitInterrupt();
        }
        return reset() && succeeded;
    }

    public boolean cancel(boolean mayInterruptIfRunning) {
        int now = cancelNow(mayInterruptIfRunning);
        if (now == NEW) {
            return false;
        }
        if (now == INTERRUPTING) {
            runner.interrupt();
            state = INTERRUPTED;
        }
        done();
        return true;
    }

    /** For programs without interrupts: false if they would be needed. */
    final boolean cancelUnlessRunning() {
        int now = cancelUnlessRun();
        if (now == CANCELLED) {
            done();
        }
        return now != NEW;
    }

    public boolean isCancelled() {
        return state >= CANCELLED;
    }

    public boolean isDone() {
        return state != NEW;
    }

    @SuppressWarnings("unchecked")
    private V report(int end) throws ExecutionException {
        if (end >= CANCELLED) {
            throw new CancellationException();
        }
        if (end == FAILED) {
            throw new ExecutionException((Throwable) outcome);
        }
        return (V) outcome;
    }

    public V get() throws InterruptedException, ExecutionException {
        if (!Internal.interrupts()) {
            return report(awaitEnd());
        }
        int end = awaitEnd(Thread.currentThread());
        if (end == LEFT) {
            throw new InterruptedException();
        }
        return report(end);
    }

    public V get(long timeout, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        if (unit == null) {
            throw new NullPointerException();
        }
        int end = Internal.interrupts() ? look(Thread.currentThread()) : state;
        if (end == LEFT) {
            throw new InterruptedException();
        }
        if (end == NEW) {
            throw new TimeoutException();
        }
        return report(end);
    }

    public String toString() {
        int now = state;
        if (now == NEW) {
            return super.toString().concat("[Not completed, task = ")
                    .concat(String.valueOf(callable)).concat("]");
        }
        if (now == FAILED) {
            return super.toString().concat("[Completed exceptionally: ")
                    .concat(String.valueOf(outcome)).concat("]");
        }
        return super.toString().concat(now == NORMAL ? "[Completed normally]" : "[Cancelled]");
    }
}
