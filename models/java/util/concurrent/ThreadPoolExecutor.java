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
 * A thread that would end if it stayed idle for some time ends at once when the queue is empty.
 */
public class ThreadPoolExecutor extends AbstractExecutorService {
    /** Added to `queued` when the pool is shut down. */
    private static final long SHUT = 1L << 32;

    // What becomes of a task, and what a thread finds.
    private static final int REJECTED = 0;
    private static final int QUEUED = 1;
    private static final int STARTED = 2;
    private static final int TAKEN = 3;
    private static final int IDLE = 4;
    private static final int ENDED = 5;
    /** No thread is left, and no task, and the pool is shut down. */
    private static final int LAST = 6;

    /** A task in the queue, or a thread with its first task. */
    private final class Worker implements Runnable {
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
            int found = mayEnd() ? look(this) : awaitTask(this);
            if (found == IDLE) {
                found = awaitTask(this);
            }
            if (found == LAST) {
                terminate();
            }
            if (found != TAKEN) {
                return null;
            }
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
            for (Runnable next = task; next != null; next = next()) {
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
    /** How many came there, how many left it, and the last one. */
    @Unraced private int put;
    @Unraced private int taken;
    @Unraced private Worker last;
    /** How many threads there are, and the last one of all that ever were. */
    @Unraced private int threads;
    @Unraced private Worker youngest;
    private volatile boolean stopped;
    private volatile boolean terminated;

    private volatile int core;
    private volatile int maximum;
    private volatile boolean keepsCore = true;
    private volatile ThreadFactory factory;
    private volatile RejectedExecutionHandler handler;
    /** Of the queue. */
    private final int capacity;
    private volatile long keepAlive;

    /** For Executors: a queue without bounds, or no place at all. */
    ThreadPoolExecutor(int core, int maximum, boolean queues, ThreadFactory factory) {
        if (core < 0 || maximum <= 0 || maximum < core) {
            throw new IllegalArgumentException();
        }
        if (factory == null) {
            throw new NullPointerException();
        }
        this.core = core;
        this.maximum = maximum;
        this.capacity = queues ? Integer.MAX_VALUE : 0;
        this.factory = factory;
        this.handler = new AbortPolicy();
    }

    // ---- steps
    @Atomic("opaque")
    private int admit(Worker w) {
        if (queued >= SHUT) {
            return REJECTED;
        }
        if (threads >= core && (threads > 0 || capacity == 0)) {
            if ((int) queued < capacity) {
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
        return queued >= SHUT;
    }

    @Atomic("opaque")
    private int threads() {
        return threads;
    }

    // ---- tasks
    private boolean mayEnd() {
        return !keepsCore || maximum > core;
    }

    public void execute(Runnable command) {
        if (command == null) {
            throw new NullPointerException();
        }
        Worker worker = new Worker(command);
        int what = admit(worker);
        if (what == REJECTED) {
            handler.rejectedExecution(command, this);
        } else if (what == STARTED) {
            start(worker);
        }
    }

    private void start(Worker worker) {
        boolean done = false;
        try {
            Thread thread = factory.newThread(worker);
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
        try {
            terminated();
        } finally {
            terminated = true;
        }
    }

    /** For ScheduledThreadPoolExecutor. */
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
        ArrayList<Runnable> left = new ArrayList<>();
        for (Worker w = all.from; w != null && w.number > all.taken; w = w.older) {
            if (w.task != null) {
                left.add(0, w.task);
            }
        }
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
        for (Worker w = lastNow(); w != null; w = w.older) {
            Runnable at = w.task;
            if (at != null && at.equals(task) && drop(w)) {
                return true;
            }
        }
        return false;
    }

    public void purge() {
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

    // ---- settings
    public int getCorePoolSize() {
        return core;
    }

    public int getMaximumPoolSize() {
        return maximum;
    }

    public int getPoolSize() {
        return threads();
    }

    public ThreadFactory getThreadFactory() {
        return factory;
    }

    public void setThreadFactory(ThreadFactory threadFactory) {
        if (threadFactory == null) {
            throw new NullPointerException();
        }
        factory = threadFactory;
    }

    public RejectedExecutionHandler getRejectedExecutionHandler() {
        return handler;
    }

    public void setRejectedExecutionHandler(RejectedExecutionHandler handler) {
        if (handler == null) {
            throw new NullPointerException();
        }
        this.handler = handler;
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
                e.dropOldest();
                e.execute(r);
            }
        }
    }

    private void dropOldest() {
        Worker w = new Worker(null);
        if (takeOldest(w)) {
            while (true) {
                Worker at = w.from;
                while (at.number != w.taken) {
                    at = at.older;
                }
                if (at.task != null) {
                    return;
                }
                skip(w);
            }
        }
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
