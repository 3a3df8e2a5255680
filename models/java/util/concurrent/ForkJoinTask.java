package java.util.concurrent;

import braid.Atomic;
import braid.Internal;
import braid.Unraced;
import java.util.Collection;
import java.util.List;

/**
 * A task that a thread of a pool runs, or whoever waits for it before that: one step takes it, one
 * ends it.
 */
public abstract class ForkJoinTask<V> implements Future<V>, java.io.Serializable {
    private static final int NEW = 0;
    private static final int NORMAL = 2;
    private static final int FAILED = 3;
    private static final int CANCELLED = 4;
    /** The thread that waits was interrupted; not a status. */
    private static final int LEFT = -1;

    private volatile int status;
    /** Somebody runs it. */
    @Unraced private boolean taken;
    /** Written before the status. */
    @Unraced private Throwable thrown;
    /** Whether somebody who waits may run it. */
    @Unraced private boolean helped;

    public ForkJoinTask() {
    }

    // ---- steps
    @Atomic("opaque")
    private boolean claim() {
        if (taken) {
            return false;
        }
        taken = true;
        return true;
    }

    @Atomic("release")
    private boolean end(int how, Throwable e) {
        if (status >= NORMAL) {
            return false;
        }
        thrown = e;
        status = how;
        return true;
    }

    @Atomic("acquire")
    private int awaitEnd() {
        Internal.await(status >= NORMAL);
        return status;
    }

    @Atomic("acquire")
    private int awaitEnd(Thread current) {
        Internal.await(status >= NORMAL || current.interrupted0);
        if (status >= NORMAL) {
            return status;
        }
        current.interrupted0 = false;
        return LEFT;
    }

    // ---- running
    public abstract V getRawResult();

    protected abstract void setRawResult(V value);

    protected abstract boolean exec();

    final void allowHelp(boolean helps) {
        helped = helps;
    }

    /** For a thread of a pool. */
    final Runnable runner() {
        return this::runIfNew;
    }

    private void runIfNew() {
        if (!claim() || status >= NORMAL) {
            return;
        }
        boolean done;
        try {
            done = exec();
        } catch (Throwable e) {
            end(FAILED, e);
            return;
        }
        if (done) {
            end(NORMAL, null);
        }
    }

    private int ended() {
        if (helped) {
            runIfNew();
        }
        return awaitEnd();
    }

    private static <E extends Throwable> void rethrow(Throwable e) throws E {
        @SuppressWarnings("unchecked")
        E same = (E) e;
        throw same;
    }

    private V report(int end) {
        if (end == CANCELLED) {
            throw new CancellationException();
        }
        if (end == FAILED) {
            ForkJoinTask.<RuntimeException>rethrow(thrown);
        }
        return getRawResult();
    }

    public final ForkJoinTask<V> fork() {
        Thread current = Thread.currentThread();
        if (current instanceof ForkJoinWorkerThread) {
            ((ForkJoinWorkerThread) current).getPool().push(this, true);
        } else {
            ForkJoinPool.commonPool().push(this, true);
        }
        return this;
    }

    public final V join() {
        return report(ended());
    }

    public final V invoke() {
        runIfNew();
        return report(awaitEnd());
    }

    public final void quietlyJoin() {
        ended();
    }

    public final void quietlyInvoke() {
        runIfNew();
        awaitEnd();
    }

    public static void invokeAll(ForkJoinTask<?> t1, ForkJoinTask<?> t2) {
        invokeAll(new ForkJoinTask<?>[] {t1, t2});
    }

    /** The first one at once. If one fails, those that come after it are cancelled. */
    public static void invokeAll(ForkJoinTask<?>... tasks) {
        for (ForkJoinTask<?> task : tasks) {
            if (task == null) {
                throw new NullPointerException();
            }
        }
        for (int i = tasks.length - 1; i > 0; i--) {
            tasks[i].fork();
        }
        for (int i = 0; i < tasks.length; i++) {
            if (i == 0) {
                tasks[0].runIfNew();
            }
            int end = i == 0 ? tasks[0].awaitEnd() : tasks[i].ended();
            if (end != NORMAL) {
                for (int k = i + 1; k < tasks.length; k++) {
                    tasks[k].cancel(false);
                }
                tasks[i].report(end);
            }
        }
    }

    public static <T extends ForkJoinTask<?>> Collection<T> invokeAll(Collection<T> tasks) {
        invokeAll(tasks.toArray(new ForkJoinTask<?>[0]));
        return tasks;
    }

    // ---- the result
    public boolean cancel(boolean mayInterruptIfRunning) {
        end(CANCELLED, null);
        return isCancelled();
    }

    public final boolean isDone() {
        return status >= NORMAL;
    }

    public final boolean isCancelled() {
        return status == CANCELLED;
    }

    public final boolean isCompletedAbnormally() {
        return status >= FAILED;
    }

    public final boolean isCompletedNormally() {
        return status == NORMAL;
    }

    public final Throwable getException() {
        int end = status;
        return end == CANCELLED ? new CancellationException() : end == FAILED ? thrown : null;
    }

    public void completeExceptionally(Throwable ex) {
        end(FAILED, ex instanceof RuntimeException || ex instanceof Error ? ex
                : new RuntimeException(ex));
    }

    public void complete(V value) {
        try {
            setRawResult(value);
        } catch (Throwable e) {
            end(FAILED, e);
            return;
        }
        end(NORMAL, null);
    }

    public final void quietlyComplete() {
        end(NORMAL, null);
    }

    private V gotten(int end) throws ExecutionException {
        if (end == FAILED) {
            throw new ExecutionException(thrown);
        }
        return report(end);
    }

    public final V get() throws InterruptedException, ExecutionException {
        Thread.throwIfInterrupted0();
        if (helped) {
            runIfNew();
        }
        if (!Internal.interrupts()) {
            return gotten(awaitEnd());
        }
        int end = awaitEnd(Thread.currentThread());
        if (end == LEFT) {
            throw new InterruptedException();
        }
        return gotten(end);
    }

    public final V get(long timeout, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        if (unit == null) {
            throw new NullPointerException();
        }
        Thread.throwIfInterrupted0();
        int end = status;
        if (end < NORMAL) {
            throw new TimeoutException();
        }
        return gotten(end);
    }

    public void reinitialize() {
        thrown = null;
        taken = false;
        status = NEW;
    }

    public static ForkJoinPool getPool() {
        Thread current = Thread.currentThread();
        return current instanceof ForkJoinWorkerThread
                ? ((ForkJoinWorkerThread) current).getPool() : null;
    }

    public static boolean inForkJoinPool() {
        return Thread.currentThread() instanceof ForkJoinWorkerThread;
    }

    // ---- tasks of other kinds
    private static final class Adapter<T> extends ForkJoinTask<T> implements RunnableFuture<T> {
        private final Callable<? extends T> callable;
        @Unraced private T result;

        Adapter(Callable<? extends T> callable) {
            this.callable = callable;
        }

        public T getRawResult() {
            return result;
        }

        public void setRawResult(T value) {
            result = value;
        }

        public boolean exec() {
            try {
                result = callable.call();
                return true;
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new RuntimeException(e);
            }
        }

        public void run() {
            invoke();
        }
    }

    public static ForkJoinTask<?> adapt(Runnable runnable) {
        return new Adapter<Object>(Executors.callable(runnable));
    }

    public static <T> ForkJoinTask<T> adapt(Runnable runnable, T result) {
        return new Adapter<T>(Executors.callable(runnable, result));
    }

    public static <T> ForkJoinTask<T> adapt(Callable<? extends T> callable) {
        if (callable == null) {
            throw new NullPointerException();
        }
        return new Adapter<T>(callable);
    }
}
