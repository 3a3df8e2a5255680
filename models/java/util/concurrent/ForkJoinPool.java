package java.util.concurrent;

import braid.Atomic;
import braid.Internal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * A pool of daemon threads. The common pool has a thread for each task: how many processors there
 * are is unknown, and who waits for a task that nobody has begun may run it.
 */
public class ForkJoinPool extends AbstractExecutorService {
    public static interface ForkJoinWorkerThreadFactory {
        ForkJoinWorkerThread newThread(ForkJoinPool pool);
    }

    public static interface ManagedBlocker {
        boolean block() throws InterruptedException;

        boolean isReleasable();
    }

    private static final ForkJoinPool COMMON = new ForkJoinPool(0, true);

    /** Null: the common pool. */
    private final ThreadPoolExecutor threads;
    private final int parallelism;
    private final String prefix;
    private static volatile int pools;
    private static volatile int started;

    private ForkJoinPool(int parallelism, boolean isCommon) {
        this.parallelism = parallelism;
        this.prefix = isCommon ? "ForkJoinPool.commonPool-worker-"
                : "ForkJoinPool-".concat(String.valueOf(nextPool())).concat("-worker-");
        this.threads = isCommon ? null
                : new ThreadPoolExecutor(parallelism, parallelism, true, this::newThread);
    }

    /** With a thread for each task. */
    public ForkJoinPool() {
        this(Integer.MAX_VALUE, false);
    }

    public ForkJoinPool(int parallelism) {
        this(parallelism, false);
    }

    public static ForkJoinPool commonPool() {
        return COMMON;
    }

    @Atomic("opaque")
    private static int nextPool() {
        pools = pools + 1;
        return pools;
    }

    @Atomic("opaque")
    private static int nextNumber() {
        started = started + 1;
        return started;
    }

    private static final int BASE = 16;
    private static final int FAR = 1 << 30;

    /** A number for the name of a new thread; threads of pools that start others have their own. */
    private static int number() {
        Thread current = Thread.currentThread();
        if (current instanceof ForkJoinWorkerThread) {
            ForkJoinWorkerThread own = (ForkJoinWorkerThread) current;
            if (own.started < BASE - 1 && own.number < FAR / BASE) {
                own.started++;
                return own.number * BASE + own.started;
            }
        }
        int number = nextNumber();
        return number < BASE ? number : FAR + number;
    }

    private Thread newThread(Runnable task) {
        return new ForkJoinWorkerThread(this, task, prefix, number());
    }

    public void execute(Runnable task) {
        if (task == null) {
            throw new NullPointerException();
        }
        if (threads == null) {
            newThread(task).start();
        } else {
            threads.execute(task);
        }
    }

    /** A task of the pool's own kind; maybe whoever waits for it runs it. */
    void push(ForkJoinTask<?> task, boolean helps) {
        task.allowHelp(helps || threads == null);
        execute(task.runner());
    }

    public void execute(ForkJoinTask<?> task) {
        push(task, false);
    }

    public <T> T invoke(ForkJoinTask<T> task) {
        task.allowHelp(false);
        execute(task.runner());
        return task.join();
    }

    public <T> ForkJoinTask<T> submit(ForkJoinTask<T> task) {
        push(task, false);
        return task;
    }

    public <T> ForkJoinTask<T> submit(Callable<T> task) {
        return submit(ForkJoinTask.adapt(task));
    }

    public <T> ForkJoinTask<T> submit(Runnable task, T result) {
        return submit(ForkJoinTask.adapt(task, result));
    }

    @SuppressWarnings("unchecked")
    public ForkJoinTask<?> submit(Runnable task) {
        if (task instanceof ForkJoinTask) {
            return submit((ForkJoinTask<Object>) task);
        }
        return submit(ForkJoinTask.adapt(task));
    }

    public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks) {
        List<Future<T>> futures = new ArrayList<>(tasks.size());
        for (Callable<T> task : tasks) {
            futures.add(submit(task));
        }
        for (int i = 0; i < futures.size(); i++) {
            ((ForkJoinTask<T>) futures.get(i)).quietlyJoin();
        }
        return futures;
    }

    public int getParallelism() {
        if (threads == null || parallelism == Integer.MAX_VALUE) {
            Internal.limit("ForkJoinPool.getParallelism of a pool that was given none");
        }
        return parallelism;
    }

    public void shutdown() {
        if (threads != null) {
            threads.shutdown();
        }
    }

    public List<Runnable> shutdownNow() {
        if (threads != null) {
            Internal.limit("ForkJoinPool.shutdownNow");
        }
        return new ArrayList<>();
    }

    public boolean isShutdown() {
        return threads != null && threads.isShutdown();
    }

    public boolean isTerminating() {
        return threads != null && threads.isTerminating();
    }

    public boolean isTerminated() {
        return threads != null && threads.isTerminated();
    }

    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        if (threads == null) {
            Internal.limit("ForkJoinPool.awaitTermination of the common pool");
        }
        return threads.awaitTermination(timeout, unit);
    }

    /** No pool has too few threads for those that wait, but one that was told how many. */
    public static void managedBlock(ManagedBlocker blocker) throws InterruptedException {
        if (blocker == null) {
            throw new NullPointerException();
        }
        Thread current = Thread.currentThread();
        if (current instanceof ForkJoinWorkerThread
                && ((ForkJoinWorkerThread) current).getPool().parallelism > 0) {
            Internal.limit("ForkJoinPool.managedBlock");
        }
        while (!blocker.isReleasable() && !blocker.block()) {
            // again
        }
    }

    public String toString() {
        Internal.limit("ForkJoinPool.toString");
        return null;
    }
}
