package java.util.concurrent;

import braid.Internal;
import braid.Unraced;
import java.util.List;

/**
 * Tasks with a delay. Time is unknown: a task may run at any moment after it was scheduled. All
 * that is known is that a task comes before those that were scheduled later with no shorter a
 * delay; from its second round on a task with a rate has no place among others. How many rounds
 * there are until the pool is shut down is unknown as well: any number.
 */
public class ScheduledThreadPoolExecutor extends ThreadPoolExecutor
        implements ScheduledExecutorService {
    private static final long UNKNOWN = -1;

    /** A task in the list; behind the lock of the list, but for what is final. */
    private static final class Entry {
        final RunnableScheduledFuture<?> task;
        /** The same, for who takes it: it happens after it was put there. */
        volatile Runnable handed;
        /** In nanoseconds, since it was put there; or UNKNOWN. */
        final long delay;
        @Unraced Entry newer;

        Entry(RunnableScheduledFuture<?> task, long delay) {
            this.task = task;
            this.handed = task;
            this.delay = delay;
        }
    }

    private final class Task<V> extends FutureTask<V> implements RunnableScheduledFuture<V> {
        final long delay;
        /** In nanoseconds; 0: once. Negative: between the end of a round and the next one. */
        private final long period;
        /** What is in the list for this. */
        @Unraced RunnableScheduledFuture<V> listed = this;

        Task(Callable<V> callable, long delay) {
            super(callable);
            this.delay = delay < 0 ? 0 : delay;
            this.period = 0;
        }

        Task(Runnable task, long delay, long period) {
            super(task, null);
            this.delay = delay < 0 ? 0 : delay;
            this.period = period;
        }

        public boolean isPeriodic() {
            return period != 0;
        }

        public long getDelay(TimeUnit unit) {
            Internal.limit("ScheduledFuture.getDelay");
            return 0;
        }

        public int compareTo(Delayed other) {
            Internal.limit("ScheduledFuture.compareTo");
            return 0;
        }

        public boolean cancel(boolean mayInterruptIfRunning) {
            boolean cancelled = super.cancel(mayInterruptIfRunning);
            if (cancelled && removesCancelled) {
                drop(listed);
            }
            return cancelled;
        }

        public void run() {
            if (!mayRun(this)) {
                cancel(false);
            } else if (period == 0) {
                super.run();
            } else if (super.runAndReset()) {
                again(listed, period < 0 ? -period : UNKNOWN);
            }
        }
    }

    private final braid.Monitor list = new braid.Monitor(this);
    @Unraced private Entry oldest;
    private volatile boolean keepsPeriodic;
    private volatile boolean keepsDelayed = true;
    private volatile boolean removesCancelled;

    public ScheduledThreadPoolExecutor(int corePoolSize) {
        this(corePoolSize, Executors.defaultThreadFactory(), new AbortPolicy());
    }

    public ScheduledThreadPoolExecutor(int corePoolSize, ThreadFactory threadFactory) {
        this(corePoolSize, threadFactory, new AbortPolicy());
    }

    public ScheduledThreadPoolExecutor(int corePoolSize, RejectedExecutionHandler handler) {
        this(corePoolSize, Executors.defaultThreadFactory(), handler);
    }

    public ScheduledThreadPoolExecutor(int corePoolSize, ThreadFactory threadFactory,
            RejectedExecutionHandler handler) {
        super(corePoolSize, threadFactory, handler);
    }

    // ---- the list
    /** Puts a task there; whether the pool takes it. */
    private boolean put(RunnableScheduledFuture<?> task, long delay, boolean evenIfShut) {
        Internal.enter(list);
        Worker worker = new Worker(null);
        int what = count(worker, evenIfShut);
        if (what != REJECTED) {
            Entry entry = new Entry(task, delay);
            if (oldest == null) {
                oldest = entry;
            } else {
                Entry last = oldest;
                while (last.newer != null) {
                    last = last.newer;
                }
                last.newer = entry;
            }
        }
        Internal.leave(list);
        if (what == STARTED) {
            start(worker);
        }
        return what != REJECTED;
    }

    private void unlink(Entry entry) {
        if (oldest == entry) {
            oldest = entry.newer;
            return;
        }
        Entry before = oldest;
        while (before.newer != entry) {
            before = before.newer;
        }
        before.newer = entry.newer;
    }

    /** Whether no task that is there has to come before this one. */
    private boolean mayBeNext(Entry entry) {
        for (Entry before = oldest; before != entry; before = before.newer) {
            if (before.delay != UNKNOWN && entry.delay != UNKNOWN && before.delay <= entry.delay) {
                return false;
            }
        }
        return true;
    }

    /** Any of those that may be next. */
    Runnable taken(Worker w) {
        Internal.enter(list);
        Entry chosen = null;
        for (Entry e = oldest; e != null; e = e.newer) {
            if (mayBeNext(e) && (chosen == null || Internal.anyBoolean())) {
                chosen = e;
            }
        }
        if (chosen != null) {
            unlink(chosen);
        }
        Internal.leave(list);
        return chosen == null ? null : chosen.handed;
    }

    /** Takes a task out; whether it was there. */
    private boolean drop(Object task) {
        Internal.enter(list);
        Entry found = oldest;
        while (found != null && found.task != task) {
            found = found.newer;
        }
        if (found != null) {
            unlink(found);
        }
        Internal.leave(list);
        if (found != null) {
            uncount();
        }
        return found != null;
    }

    // ---- tasks
    private boolean mayRun(Task<?> task) {
        return !isShutdown() || !isStopped() && (task.isPeriodic() ? keepsPeriodic : keepsDelayed);
    }

    private void again(RunnableScheduledFuture<?> task, long delay) {
        if (!put(task, delay, keepsPeriodic)) {
            task.cancel(false);
        }
    }

    private <V> ScheduledFuture<V> add(Task<V> task, RunnableScheduledFuture<V> decorated) {
        task.listed = decorated;
        if (!put(decorated, task.delay, false)) {
            reject(decorated);
        }
        return decorated;
    }

    protected <V> RunnableScheduledFuture<V> decorateTask(Runnable runnable,
            RunnableScheduledFuture<V> task) {
        return task;
    }

    protected <V> RunnableScheduledFuture<V> decorateTask(Callable<V> callable,
            RunnableScheduledFuture<V> task) {
        return task;
    }

    private static void check(Object task, TimeUnit unit) {
        if (task == null || unit == null) {
            throw new NullPointerException();
        }
    }

    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        check(command, unit);
        Task<Void> task = new Task<>(command, unit.toNanos(delay), 0);
        return add(task, decorateTask(command, task));
    }

    public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
        check(callable, unit);
        Task<V> task = new Task<>(callable, unit.toNanos(delay));
        return add(task, decorateTask(callable, task));
    }

    public ScheduledFuture<?> scheduleAtFixedRate(Runnable command, long initialDelay, long period,
            TimeUnit unit) {
        check(command, unit);
        if (period <= 0) {
            throw new IllegalArgumentException();
        }
        Task<Void> task =
                new Task<>(command, unit.toNanos(initialDelay), unit.toNanos(period));
        return add(task, decorateTask(command, task));
    }

    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable command, long initialDelay,
            long delay, TimeUnit unit) {
        check(command, unit);
        if (delay <= 0) {
            throw new IllegalArgumentException();
        }
        Task<Void> task = new Task<>(command, unit.toNanos(initialDelay), -unit.toNanos(delay));
        return add(task, decorateTask(command, task));
    }

    public void execute(Runnable command) {
        schedule(command, 0, TimeUnit.NANOSECONDS);
    }

    public Future<?> submit(Runnable task) {
        return schedule(task, 0, TimeUnit.NANOSECONDS);
    }

    public <T> Future<T> submit(Runnable task, T result) {
        return schedule(Executors.callable(task, result), 0, TimeUnit.NANOSECONDS);
    }

    public <T> Future<T> submit(Callable<T> task) {
        return schedule(task, 0, TimeUnit.NANOSECONDS);
    }

    // ---- the end
    /** Those that shall not run any more. */
    void onShutdown() {
        if (keepsDelayed && keepsPeriodic) {
            return;
        }
        while (true) {
            Internal.enter(list);
            Entry found = oldest;
            while (found != null && (found.task.isPeriodic() ? keepsPeriodic : keepsDelayed)
                    && !found.task.isCancelled()) {
                found = found.newer;
            }
            if (found != null) {
                unlink(found);
            }
            Internal.leave(list);
            if (found == null) {
                return;
            }
            found.task.cancel(false);
            uncount();
        }
    }

    List<Runnable> drain() {
        java.util.ArrayList<Runnable> left = new java.util.ArrayList<>();
        Internal.enter(list);
        for (Entry e = oldest; e != null; e = e.newer) {
            left.add(e.task);
        }
        oldest = null;
        Internal.leave(list);
        return left;
    }

    public boolean remove(Runnable task) {
        return drop(task);
    }

    public void purge() {
        Internal.limit("ScheduledThreadPoolExecutor.purge");
    }

    public BlockingQueue<Runnable> getQueue() {
        Internal.limit("ScheduledThreadPoolExecutor.getQueue");
        return null;
    }

    // ---- settings
    public void setContinueExistingPeriodicTasksAfterShutdownPolicy(boolean value) {
        keepsPeriodic = value;
        if (!value && isShutdown()) {
            onShutdown();
        }
    }

    public boolean getContinueExistingPeriodicTasksAfterShutdownPolicy() {
        return keepsPeriodic;
    }

    public void setExecuteExistingDelayedTasksAfterShutdownPolicy(boolean value) {
        keepsDelayed = value;
        if (!value && isShutdown()) {
            onShutdown();
        }
    }

    public boolean getExecuteExistingDelayedTasksAfterShutdownPolicy() {
        return keepsDelayed;
    }

    public void setRemoveOnCancelPolicy(boolean value) {
        removesCancelled = value;
    }

    public boolean getRemoveOnCancelPolicy() {
        return removesCancelled;
    }
}
