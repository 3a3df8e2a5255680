package java.util.concurrent;

import braid.Atomic;
import braid.Internal;
import braid.Unraced;
import java.util.ArrayList;
import java.util.List;

/**
 * A pool of threads. One step decides what becomes of a task: a new thread, a place in the queue,
 * or neither; and one step of a thread waits for the next task in the queue, or for the end. These
 * steps order nothing but what tasks do before what follows the end of the pool: a task happens
 * after its own submission, as it is handed over in a volatile field.
 *
 * A queue that the program gives holds the tasks itself; the pool counts what it has put there,
 * or what came by `getQueue`. A program that puts tasks there by itself ends the path when the
 * pool ends. A thread that would end if it stayed idle for some time ends at once when the queue
 * is empty.
 */
public class ThreadPoolExecutor extends AbstractExecutorService {
    /** Added to `queued` when the pool is shut down. */
    private static final long SHUT = 1L << 32;

    // What becomes of a task, and what a thread finds.
    static final int REJECTED = 0;
    static final int QUEUED = 1;
    static final int STARTED = 2;
    private static final int TAKEN = 3;
    private static final int IDLE = 4;
    private static final int ENDED = 5;
    /** No thread is left, and no task, and the pool is shut down. */
    private static final int LAST = 6;

    /** A task in the queue, or a thread with its first task. */
    final class Worker implements Runnable {
        /** Null: a thread that begins with the queue. */
        volatile Runnable task;
        /** In the queue: which one it is, and who came before. */
        @Unraced private int number;
        @Unraced private Worker older;
        /** In the list of threads: who came before. */
        @Unraced private Worker previous;
        private volatile Thread thread;
        /** What it has found in the queue: the number of a task, and the end of the queue. */
        @Unraced private int taken;
        @Unraced private Worker from;

        Worker(Runnable task) {
            this.task = task;
        }

        /** Waits for the next task; null: there is none. */
        private Runnable next() {
            while (true) {
                int found = mayEnd() ? look(this) : isDirect ? lookDirectly() : awaitTask(this);
                if (found == IDLE) {
                    found = awaitTask(this);
                }
                if (found == LAST) {
                    terminate();
                }
                if (found != TAKEN) {
                    return null;
                }
                Runnable next = taken(this);
                if (next != null) {
                    return next;
                }
            }
        }

        /** The task whose number was taken. */
        Runnable found() {
            while (true) {
                Worker at = from;
                while (at.number != taken) {
                    at = at.older;
                }
                Runnable next = at.task;
                if (next != null) {
                    return next;
                }
                skip(this);
            }
        }

        public void run() {
            Thread current = Thread.currentThread();
            for (Runnable next = task == null ? next() : task; next != null; next = next()) {
                if (Internal.interrupts()) {
                    if (stopped) {
                        current.interrupted0 = true;
                    } else {
                        Thread.interrupted();
                    }
                }
                beforeExecute(current, next);
                Throwable thrown = null;
                try {
                    next.run();
                } catch (Throwable e) {
                    thrown = e;
                    throw e;
                } finally {
                    afterExecute(next, thrown);
                }
            }
        }
    }

    /** How many tasks are in the queue. */
    @Unraced private long queued;
    /** How many are about to come into the program's queue. */
    @Unraced private int offering;
    /** How many came there, how many left it, and the last one. */
    @Unraced private int put;
    @Unraced private int taken;
    @Unraced private Worker last;
    /** How many threads there are, and the last one of all that ever were. */
    @Unraced private int threads;
    @Unraced private Worker youngest;
    @Unraced private boolean shut;
    @Unraced private boolean stopped;
    private volatile boolean terminated;

    @Unraced private int core;
    @Unraced private int maximum;
    @Unraced private boolean keepsCore = true;
    @Unraced private ThreadFactory factory;
    @Unraced private RejectedExecutionHandler handler;
    /** Of the program's; null: the workers are the queue. */
    private final BlockingQueue<Runnable> queue;
    /** Tasks go to threads that wait, as through a SynchronousQueue: how many of them. */
    private final boolean isDirect;
    @Unraced private int idle;
    /** Whether there is a place for tasks that wait. */
    private final boolean queues;
    @Unraced private long keepAlive;
    /** Whether there may be more threads than wait for ever. */
    private final boolean grows;

    /** For Executors: a queue without bounds, or no place at all. */
    ThreadPoolExecutor(int core, int maximum, boolean queues, ThreadFactory factory) {
        this(core, maximum, queues ? 0 : 60_000_000_000L, null, queues, true, factory,
                new AbortPolicy());
    }

    private ThreadPoolExecutor(int core, int maximum, long keepAlive,
            BlockingQueue<Runnable> queue, boolean queues, boolean grows, ThreadFactory factory,
            RejectedExecutionHandler handler) {
        if (core < 0 || maximum <= 0 || maximum < core || keepAlive < 0) {
            throw new IllegalArgumentException();
        }
        if (factory == null || handler == null) {
            throw new NullPointerException();
        }
        this.core = core;
        this.maximum = maximum;
        this.keepAlive = keepAlive;
        this.queue = queue;
        this.isDirect = !queues && core > 0;
        this.queues = queues;
        this.grows = grows;
        this.factory = factory;
        this.handler = handler;
        this.queued = queue == null ? 0 : queue.size();
    }

    /** For ScheduledThreadPoolExecutor. */
    ThreadPoolExecutor(int core, ThreadFactory factory, RejectedExecutionHandler handler) {
        this(core, Integer.MAX_VALUE, 10_000_000L, null, true, false, factory, handler);
    }

    public ThreadPoolExecutor(int corePoolSize, int maximumPoolSize, long keepAliveTime,
            TimeUnit unit, BlockingQueue<Runnable> workQueue) {
        this(corePoolSize, maximumPoolSize, keepAliveTime, unit, workQueue,
                Executors.defaultThreadFactory(), new AbortPolicy());
    }

    public ThreadPoolExecutor(int corePoolSize, int maximumPoolSize, long keepAliveTime,
            TimeUnit unit, BlockingQueue<Runnable> workQueue, ThreadFactory threadFactory) {
        this(corePoolSize, maximumPoolSize, keepAliveTime, unit, workQueue, threadFactory,
                new AbortPolicy());
    }

    public ThreadPoolExecutor(int corePoolSize, int maximumPoolSize, long keepAliveTime,
            TimeUnit unit, BlockingQueue<Runnable> workQueue, RejectedExecutionHandler handler) {
        this(corePoolSize, maximumPoolSize, keepAliveTime, unit, workQueue,
                Executors.defaultThreadFactory(), handler);
    }

    public ThreadPoolExecutor(int corePoolSize, int maximumPoolSize, long keepAliveTime,
            TimeUnit unit, BlockingQueue<Runnable> workQueue, ThreadFactory threadFactory,
            RejectedExecutionHandler handler) {
        this(corePoolSize, maximumPoolSize, unit.toNanos(keepAliveTime),
                workQueue instanceof SynchronousQueue ? null : given(workQueue),
                !(workQueue instanceof SynchronousQueue), true, threadFactory, handler);
    }

    private static BlockingQueue<Runnable> given(BlockingQueue<Runnable> queue) {
        if (queue == null) {
            throw new NullPointerException();
        }
        return queue;
    }

    // ---- steps
    @Atomic("opaque")
    private int admit(Worker w) {
        if (queued >= SHUT) {
            return REJECTED;
        }
        if (threads >= core && (threads > 0 || !queues)) {
            if (queues || idle > 0) {
                if (!queues) {
                    idle = idle - 1;
                }
                put = put + 1;
                w.number = put;
                w.older = last;
                last = w;
                queued = queued + 1;
                return QUEUED;
            }
            if (threads >= maximum) {
                return REJECTED;
            }
        }
        threads = threads + 1;
        w.previous = youngest;
        youngest = w;
        return STARTED;
    }

    /** With a queue of the program's: a thread, if there are fewer than this; else QUEUED. */
    @Atomic("opaque")
    private int admit(Worker w, int most, boolean offers) {
        if (queued >= SHUT) {
            return REJECTED;
        }
        if (threads >= most) {
            offering = offers ? offering + 1 : offering;
            return QUEUED;
        }
        threads = threads + 1;
        w.previous = youngest;
        youngest = w;
        return STARTED;
    }

    /** A task is in the program's queue; a thread is started if there is none. */
    @Atomic("opaque")
    private int announce(Worker w) {
        offering = offering - 1;
        if (queued >= SHUT) {
            return REJECTED;
        }
        queued = queued + 1;
        if (threads > 0) {
            return QUEUED;
        }
        threads = threads + 1;
        w.previous = youngest;
        youngest = w;
        return STARTED;
    }

    // ---- for ScheduledThreadPoolExecutor, which has a queue of its own
    /** A task is to come there; a thread is started if there are too few. */
    @Atomic("opaque")
    final int count(Worker w, boolean evenIfShut) {
        if (queued >= SHUT && (!evenIfShut || stopped)) {
            return REJECTED;
        }
        queued = queued + 1;
        if (threads >= core && threads > 0) {
            return QUEUED;
        }
        threads = threads + 1;
        w.previous = youngest;
        youngest = w;
        return STARTED;
    }

    /** A task was taken out of the queue, unless a thread comes for it already. */
    @Atomic("opaque")
    final void uncount() {
        if ((int) queued > 0) {
            queued = queued - 1;
        }
    }

    final boolean isStopped() {
        return stopped;
    }

    /** The tasks in the queue, which is empty then. */
    List<Runnable> drain() {
        ArrayList<Runnable> left = new ArrayList<>();
        if (queue != null) {
            for (Runnable task = queue.poll(); task != null; task = queue.poll()) {
                left.add(task);
            }
        }
        return left;
    }

    /** The program's queue had no room: a thread, if there are fewer than this. */
    @Atomic("opaque")
    private int admitInstead(Worker w, int most) {
        offering = offering - 1;
        if (queued >= SHUT || threads >= most) {
            return REJECTED;
        }
        threads = threads + 1;
        w.previous = youngest;
        youngest = w;
        return STARTED;
    }

    @Atomic("opaque")
    private boolean isOffering() {
        return offering != 0;
    }

    /** A thread that can only be handed tasks: it is idle. */
    @Atomic("release")
    private int lookDirectly() {
        if (queued < SHUT) {
            idle = idle + 1;
            return IDLE;
        }
        threads = threads - 1;
        return threads == 0 && queued == SHUT ? LAST : ENDED;
    }

    @Atomic("release")
    private int awaitTask(Worker w) {
        Internal.await(queued != 0);
        if ((int) queued == 0) {
            threads = threads - 1;
            return threads == 0 ? LAST : ENDED;
        }
        queued = queued - 1;
        taken = taken + 1;
        w.taken = taken;
        w.from = last;
        return TAKEN;
    }

    /** The same for a thread that may end instead; it waits if there are no more than needed. */
    @Atomic("release")
    private int look(Worker w) {
        if ((int) queued == 0) {
            if (queued == 0 && keepsCore && threads <= core) {
                return IDLE;
            }
            threads = threads - 1;
            return threads == 0 && queued != 0 ? LAST : ENDED;
        }
        queued = queued - 1;
        taken = taken + 1;
        w.taken = taken;
        w.from = last;
        return TAKEN;
    }

    /** The task was removed: the next one. */
    @Atomic("opaque")
    private void skip(Worker w) {
        taken = taken + 1;
        w.taken = taken;
        w.from = last;
    }

    /** Takes a task out of the queue; whether it was there. */
    @Atomic("opaque")
    private boolean drop(Worker w) {
        if (w.number <= taken || w.task == null) {
            return false;
        }
        w.task = null;
        queued = queued - 1;
        return true;
    }

    /** A thread could not be started. */
    @Atomic("release")
    private int giveUp() {
        threads = threads - 1;
        return threads == 0 && queued == SHUT ? LAST : ENDED;
    }

    @Atomic("release")
    private int shut() {
        if (queued < SHUT) {
            queued = queued + SHUT;
        }
        shut = true;
        return threads == 0 && queued == SHUT ? LAST : ENDED;
    }

    /** The same, and takes all tasks and threads there are. */
    @Atomic("release")
    private int stop(Worker all) {
        all.from = last;
        all.taken = taken;
        all.previous = youngest;
        taken = put;
        queued = SHUT;
        shut = true;
        stopped = true;
        return threads == 0 ? LAST : ENDED;
    }

    @Atomic("acquire")
    private long ended() {
        return queued + threads;
    }

    @Atomic("acquire")
    private void awaitTerminated() {
        Internal.await(terminated);
    }

    /** Whether the thread was interrupted before. */
    @Atomic("acquire")
    private boolean awaitTerminated(Thread current) {
        Internal.await(terminated || current.interrupted0);
        boolean interrupted = current.interrupted0;
        current.interrupted0 = false;
        return interrupted;
    }

    @Atomic("opaque")
    private boolean isShut() {
        return shut;
    }

    @Atomic("opaque")
    private int threads() {
        return threads;
    }

    // ---- tasks
    private boolean mayEnd() {
        return !isDirect && (!keepsCore || grows && maximum > core || core == 0);
    }

    /** The task that a thread has taken from the queue; null: it is no longer there. */
    Runnable taken(Worker w) {
        return queue == null ? w.found() : queue.poll();
    }

    public void execute(Runnable command) {
        if (command == null) {
            throw new NullPointerException();
        }
        Worker worker = new Worker(command);
        int what = queue == null ? admit(worker) : offer(worker);
        if (what == REJECTED) {
            reject(command);
        } else if (what == STARTED) {
            start(worker);
        }
    }

    final void reject(Runnable command) {
        handler().rejectedExecution(command, this);
    }

    private int offer(Worker worker) {
        Runnable command = worker.task;
        int what = admit(worker, core, true);
        if (what != QUEUED) {
            return what;
        }
        if (!queue.offer(command)) {
            return admitInstead(worker, maximum);
        }
        Worker more = new Worker(null);
        what = announce(more);
        if (what == STARTED) {
            start(more);
        } else if (what == REJECTED && queue.remove(command)) {
            return REJECTED;
        }
        return QUEUED;
    }

    /** A thread that begins with the queue, if there are fewer than `most`. */
    final boolean startIdle(int most) {
        Worker worker = new Worker(null);
        if (admit(worker, most, false) != STARTED) {
            return false;
        }
        start(worker);
        return true;
    }

    public boolean prestartCoreThread() {
        return startIdle(core);
    }

    public int prestartAllCoreThreads() {
        int count = 0;
        while (startIdle(core)) {
            count++;
        }
        return count;
    }

    final void start(Worker worker) {
        boolean done = false;
        try {
            Thread thread = factory().newThread(worker);
            if (thread == null) {
                Internal.limit("a thread factory that gives no thread");
            }
            worker.thread = thread;
            thread.start();
            done = true;
        } finally {
            if (!done && giveUp() == LAST) {
                terminate();
            }
        }
    }

    protected void beforeExecute(Thread t, Runnable r) {
    }

    protected void afterExecute(Runnable r, Throwable t) {
    }

    protected void terminated() {
    }

    private void terminate() {
        ended();
        if (queue != null && !isOffering() && !queue.isEmpty()) {
            Internal.limit("a pool's queue into which the program puts tasks by itself");
        }
        try {
            terminated();
        } finally {
            terminated = true;
        }
    }

    /** When the pool was shut down. */
    void onShutdown() {
    }

    public void shutdown() {
        int end = shut();
        onShutdown();
        if (end == LAST) {
            terminate();
        }
    }

    public List<Runnable> shutdownNow() {
        Worker all = new Worker(null);
        int end = stop(all);
        for (Worker w = all.previous; w != null; w = w.previous) {
            Thread thread = w.thread;
            if (thread != null) {
                thread.interrupt();
            }
        }
        List<Runnable> left = drain();
        left.addAll(tasksOf(all));
        if (end == LAST) {
            terminate();
        }
        return left;
    }

    public boolean isShutdown() {
        return isShut();
    }

    public boolean isTerminating() {
        return isShut() && !terminated;
    }

    public boolean isTerminated() {
        return terminated;
    }

    /** Long.MAX_VALUE of any unit are more than 292 years: for ever. */
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        if (unit == null) {
            throw new NullPointerException();
        }
        if (timeout < Long.MAX_VALUE) {
            Thread.throwIfInterrupted0();
            return terminated;
        }
        if (!Internal.interrupts()) {
            awaitTerminated();
        } else if (awaitTerminated(Thread.currentThread())) {
            throw new InterruptedException();
        }
        return true;
    }

    public boolean remove(Runnable task) {
        if (queue != null) {
            return queue.remove(task);
        }
        for (Worker w = lastNow(); w != null; w = w.older) {
            Runnable at = w.task;
            if (at != null && at.equals(task) && drop(w)) {
                return true;
            }
        }
        return false;
    }

    public void purge() {
        if (queue != null) {
            queue.removeIf(task -> task instanceof Future && ((Future<?>) task).isCancelled());
        }
        for (Worker w = lastNow(); w != null; w = w.older) {
            Runnable at = w.task;
            if (at instanceof Future && ((Future<?>) at).isCancelled()) {
                drop(w);
            }
        }
    }

    @Atomic("opaque")
    private Worker lastNow() {
        return last;
    }

    // ---- the queue, for `getQueue`
    /** Puts a task there, whatever the state of the pool. */
    @Atomic("opaque")
    private void enqueue(Worker w) {
        put = put + 1;
        w.number = put;
        w.older = last;
        last = w;
        queued = queued + 1;
    }

    @Atomic("opaque")
    private void count() {
        queued = queued + 1;
    }

    final boolean offerToQueue(Runnable task) {
        if (task == null) {
            throw new NullPointerException();
        }
        if (queue == null && queues) {
            enqueue(new Worker(task));
            return true;
        }
        if (queue == null || !queue.offer(task)) {
            return false;
        }
        count();
        return true;
    }

    final void putToQueue(Runnable task) throws InterruptedException {
        if (queue == null) {
            if (!offerToQueue(task)) {
                Internal.limit("ThreadPoolExecutor.getQueue().put, into a SynchronousQueue");
            }
            return;
        }
        queue.put(task);
        count();
    }

    final Runnable pollQueue() {
        return queue == null ? oldest() : queue.poll();
    }

    final int sizeOfQueue() {
        return queue == null ? tasks() : queue.size();
    }

    final int roomInQueue() {
        return queue != null ? queue.remainingCapacity() : queues ? Integer.MAX_VALUE - tasks() : 0;
    }

    /** All tasks, the oldest one first. */
    final List<Runnable> listOfQueue() {
        if (queue != null) {
            return new ArrayList<>(queue);
        }
        Worker all = new Worker(null);
        look(all, this);
        return tasksOf(all);
    }

    @Atomic("opaque")
    private static void look(ThreadPoolExecutor.Worker all, ThreadPoolExecutor pool) {
        all.from = pool.last;
        all.taken = pool.taken;
    }

    private static List<Runnable> tasksOf(ThreadPoolExecutor.Worker all) {
        ArrayList<Runnable> tasks = new ArrayList<>();
        for (Worker w = all.from; w != null && w.number > all.taken; w = w.older) {
            Runnable task = w.task;
            if (task != null) {
                tasks.add(0, task);
            }
        }
        return tasks;
    }

    /** A view: what comes into it by this is seen by the threads. */
    public BlockingQueue<Runnable> getQueue() {
        return new PoolQueue(this);
    }

    // ---- settings
    public int getCorePoolSize() {
        return core;
    }

    public int getMaximumPoolSize() {
        return maximum;
    }

    /** Threads that wait do not see it: they need not be fewer then. */
    public void setCorePoolSize(int corePoolSize) {
        if (corePoolSize < 0 || maximum < corePoolSize) {
            throw new IllegalArgumentException();
        }
        int more = corePoolSize - core;
        if (more < 0 && threads() > corePoolSize) {
            Internal.limit("ThreadPoolExecutor.setCorePoolSize, to fewer than there are");
        }
        core = corePoolSize;
        for (int tasks = tasks(); more > 0 && tasks > 0 && startIdle(core); tasks--) {
            more--;
        }
    }

    public void setMaximumPoolSize(int maximumPoolSize) {
        if (maximumPoolSize <= 0 || maximumPoolSize < core) {
            throw new IllegalArgumentException();
        }
        if (threads() > maximumPoolSize) {
            Internal.limit("ThreadPoolExecutor.setMaximumPoolSize, to fewer than there are");
        }
        maximum = maximumPoolSize;
    }

    public void allowCoreThreadTimeOut(boolean value) {
        if (value && keepAlive <= 0) {
            throw new IllegalArgumentException("Core threads must have nonzero keep alive times");
        }
        if (value && threads() > 0) {
            Internal.limit("ThreadPoolExecutor.allowCoreThreadTimeOut, with threads");
        }
        keepsCore = !value;
    }

    public void setKeepAliveTime(long time, TimeUnit unit) {
        if (time < 0) {
            throw new IllegalArgumentException();
        }
        if (time == 0 && !keepsCore) {
            throw new IllegalArgumentException("Core threads must have nonzero keep alive times");
        }
        keepAlive = unit.toNanos(time);
    }

    public long getKeepAliveTime(TimeUnit unit) {
        return unit.convert(keepAlive, TimeUnit.NANOSECONDS);
    }

    @Atomic("opaque")
    private int tasks() {
        return (int) queued;
    }

    public int getPoolSize() {
        return threads();
    }

    @Atomic("acquire")
    private ThreadFactory factory() {
        return factory;
    }

    @Atomic("release")
    private void set(ThreadFactory factory) {
        this.factory = factory;
    }

    @Atomic("acquire")
    private RejectedExecutionHandler handler() {
        return handler;
    }

    @Atomic("release")
    private void set(RejectedExecutionHandler handler) {
        this.handler = handler;
    }

    public ThreadFactory getThreadFactory() {
        return factory();
    }

    public void setThreadFactory(ThreadFactory threadFactory) {
        if (threadFactory == null) {
            throw new NullPointerException();
        }
        set(threadFactory);
    }

    public RejectedExecutionHandler getRejectedExecutionHandler() {
        return handler();
    }

    public void setRejectedExecutionHandler(RejectedExecutionHandler handler) {
        if (handler == null) {
            throw new NullPointerException();
        }
        set(handler);
    }

    public boolean allowsCoreThreadTimeOut() {
        return !keepsCore;
    }

    public String toString() {
        Internal.limit("ThreadPoolExecutor.toString");
        return null;
    }

    // ---- what becomes of tasks that are rejected
    public static class AbortPolicy implements RejectedExecutionHandler {
        public AbortPolicy() {
        }

        public void rejectedExecution(Runnable r, ThreadPoolExecutor e) {
            throw new RejectedExecutionException(Internal.anyString());
        }
    }

    public static class CallerRunsPolicy implements RejectedExecutionHandler {
        public CallerRunsPolicy() {
        }

        public void rejectedExecution(Runnable r, ThreadPoolExecutor e) {
            if (!e.isShutdown()) {
                r.run();
            }
        }
    }

    public static class DiscardPolicy implements RejectedExecutionHandler {
        public DiscardPolicy() {
        }

        public void rejectedExecution(Runnable r, ThreadPoolExecutor e) {
        }
    }

    public static class DiscardOldestPolicy implements RejectedExecutionHandler {
        public DiscardOldestPolicy() {
        }

        public void rejectedExecution(Runnable r, ThreadPoolExecutor e) {
            if (!e.isShutdown()) {
                e.pollQueue();
                e.execute(r);
            }
        }
    }

    private Runnable oldest() {
        Worker w = new Worker(null);
        return takeOldest(w) ? w.found() : null;
    }

    @Atomic("opaque")
    private boolean takeOldest(Worker w) {
        if ((int) queued == 0) {
            return false;
        }
        queued = queued - 1;
        taken = taken + 1;
        w.taken = taken;
        w.from = last;
        return true;
    }
}
