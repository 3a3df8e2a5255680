package java.util.concurrent;

import braid.Atomic;
import java.security.PrivilegedAction;
import java.security.PrivilegedExceptionAction;
import java.util.Collection;
import java.util.List;

/** Pools, and adapters. */
public class Executors {
    private Executors() {
    }

    public static ExecutorService newFixedThreadPool(int nThreads) {
        return newFixedThreadPool(nThreads, defaultThreadFactory());
    }

    public static ExecutorService newFixedThreadPool(int nThreads, ThreadFactory threadFactory) {
        return new ThreadPoolExecutor(nThreads, nThreads, true, threadFactory);
    }

    public static ExecutorService newSingleThreadExecutor() {
        return newSingleThreadExecutor(defaultThreadFactory());
    }

    public static ExecutorService newSingleThreadExecutor(ThreadFactory threadFactory) {
        return new Unconfigurable(new ThreadPoolExecutor(1, 1, true, threadFactory));
    }

    public static ExecutorService newCachedThreadPool() {
        return newCachedThreadPool(defaultThreadFactory());
    }

    public static ExecutorService newCachedThreadPool(ThreadFactory threadFactory) {
        return new ThreadPoolExecutor(0, Integer.MAX_VALUE, false, threadFactory);
    }

    public static ScheduledExecutorService newScheduledThreadPool(int corePoolSize) {
        return new ScheduledThreadPoolExecutor(corePoolSize);
    }

    public static ScheduledExecutorService newScheduledThreadPool(int corePoolSize,
            ThreadFactory threadFactory) {
        return new ScheduledThreadPoolExecutor(corePoolSize, threadFactory);
    }

    public static ScheduledExecutorService newSingleThreadScheduledExecutor() {
        return new UnconfigurableScheduled(new ScheduledThreadPoolExecutor(1));
    }

    public static ScheduledExecutorService newSingleThreadScheduledExecutor(
            ThreadFactory threadFactory) {
        return new UnconfigurableScheduled(new ScheduledThreadPoolExecutor(1, threadFactory));
    }

    public static ExecutorService newWorkStealingPool() {
        return new ForkJoinPool();
    }

    public static ExecutorService newWorkStealingPool(int parallelism) {
        return new ForkJoinPool(parallelism);
    }

    public static ScheduledExecutorService unconfigurableScheduledExecutorService(
            ScheduledExecutorService executor) {
        if (executor == null) {
            throw new NullPointerException();
        }
        return new UnconfigurableScheduled(executor);
    }

    public static ExecutorService unconfigurableExecutorService(ExecutorService executor) {
        if (executor == null) {
            throw new NullPointerException();
        }
        return new Unconfigurable(executor);
    }

    // ---- threads
    private static volatile int factories;

    @Atomic("opaque")
    private static int nextFactory() {
        factories = factories + 1;
        return factories;
    }

    private static final class Factory implements ThreadFactory {
        private final int number = nextFactory();
        private volatile int threads;

        @Atomic("opaque")
        private int nextThread() {
            threads = threads + 1;
            return threads;
        }

        public Thread newThread(Runnable r) {
            Thread thread = new Thread(r, "pool-".concat(String.valueOf(number)).concat("-thread-")
                    .concat(String.valueOf(nextThread())));
            if (thread.isDaemon()) {
                thread.setDaemon(false);
            }
            return thread;
        }
    }

    public static ThreadFactory defaultThreadFactory() {
        return new Factory();
    }

    // ---- tasks
    private static final class Adapter<T> implements Callable<T> {
        private final Runnable task;
        private final T result;

        Adapter(Runnable task, T result) {
            this.task = task;
            this.result = result;
        }

        public T call() {
            task.run();
            return result;
        }

        public String toString() {
            return super.toString().concat("[Wrapped task = ").concat(String.valueOf(task))
                    .concat("]");
        }
    }

    public static <T> Callable<T> callable(Runnable task, T result) {
        if (task == null) {
            throw new NullPointerException();
        }
        return new Adapter<T>(task, result);
    }

    public static Callable<Object> callable(Runnable task) {
        return callable(task, null);
    }

    public static Callable<Object> callable(PrivilegedAction<?> action) {
        if (action == null) {
            throw new NullPointerException();
        }
        return () -> action.run();
    }

    public static Callable<Object> callable(PrivilegedExceptionAction<?> action) {
        if (action == null) {
            throw new NullPointerException();
        }
        return () -> action.run();
    }

    // ---- a pool without its settings
    private static class Unconfigurable implements ExecutorService {
        private final ExecutorService pool;

        Unconfigurable(ExecutorService pool) {
            this.pool = pool;
        }

        public void execute(Runnable command) {
            pool.execute(command);
        }

        public void shutdown() {
            pool.shutdown();
        }

        public List<Runnable> shutdownNow() {
            return pool.shutdownNow();
        }

        public boolean isShutdown() {
            return pool.isShutdown();
        }

        public boolean isTerminated() {
            return pool.isTerminated();
        }

        public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
            return pool.awaitTermination(timeout, unit);
        }

        public Future<?> submit(Runnable task) {
            return pool.submit(task);
        }

        public <T> Future<T> submit(Callable<T> task) {
            return pool.submit(task);
        }

        public <T> Future<T> submit(Runnable task, T result) {
            return pool.submit(task, result);
        }

        public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks)
                throws InterruptedException {
            return pool.invokeAll(tasks);
        }

        public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks, long timeout,
                TimeUnit unit) throws InterruptedException {
            return pool.invokeAll(tasks, timeout, unit);
        }

        public <T> T invokeAny(Collection<? extends Callable<T>> tasks)
                throws InterruptedException, ExecutionException {
            return pool.invokeAny(tasks);
        }

        public <T> T invokeAny(Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
                throws InterruptedException, ExecutionException, TimeoutException {
            return pool.invokeAny(tasks, timeout, unit);
        }
    }
    private static final class UnconfigurableScheduled extends Unconfigurable
            implements ScheduledExecutorService {
        private final ScheduledExecutorService pool;

        UnconfigurableScheduled(ScheduledExecutorService pool) {
            super(pool);
            this.pool = pool;
        }

        public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
            return pool.schedule(command, delay, unit);
        }

        public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
            return pool.schedule(callable, delay, unit);
        }

        public ScheduledFuture<?> scheduleAtFixedRate(Runnable command, long initialDelay,
                long period, TimeUnit unit) {
            return pool.scheduleAtFixedRate(command, initialDelay, period, unit);
        }

        public ScheduledFuture<?> scheduleWithFixedDelay(Runnable command, long initialDelay,
                long delay, TimeUnit unit) {
            return pool.scheduleWithFixedDelay(command, initialDelay, delay, unit);
        }
    }
}
