package java.util.concurrent;

import braid.Internal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** What can be said in terms of `execute`. */
public abstract class AbstractExecutorService implements ExecutorService {
    public AbstractExecutorService() {
    }

    protected <T> RunnableFuture<T> newTaskFor(Runnable runnable, T value) {
        return new FutureTask<T>(runnable, value);
    }

    protected <T> RunnableFuture<T> newTaskFor(Callable<T> callable) {
        return new FutureTask<T>(callable);
    }

    public Future<?> submit(Runnable task) {
        if (task == null) {
            throw new NullPointerException();
        }
        RunnableFuture<Void> future = newTaskFor(task, null);
        execute(future);
        return future;
    }

    public <T> Future<T> submit(Runnable task, T result) {
        if (task == null) {
            throw new NullPointerException();
        }
        RunnableFuture<T> future = newTaskFor(task, result);
        execute(future);
        return future;
    }

    public <T> Future<T> submit(Callable<T> task) {
        if (task == null) {
            throw new NullPointerException();
        }
        RunnableFuture<T> future = newTaskFor(task);
        execute(future);
        return future;
    }

    /** What was submitted before something went wrong. */
    private static <T> void cancelAll(List<Future<T>> futures, int from) {
        for (int i = from; i < futures.size(); i++) {
            Future<T> future = futures.get(i);
            if (Internal.interrupts()) {
                future.cancel(true);
            } else if (!(future instanceof FutureTask)
                    || !((FutureTask<T>) future).cancelUnlessRunning()) {
                Internal.limit("invokeAll that ends while tasks run");
            }
        }
    }

    public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks)
            throws InterruptedException {
        if (tasks == null) {
            throw new NullPointerException();
        }
        List<Future<T>> futures = new ArrayList<>(tasks.size());
        boolean done = false;
        try {
            for (Callable<T> task : tasks) {
                RunnableFuture<T> future = newTaskFor(task);
                futures.add(future);
                execute(future);
            }
            for (int i = 0; i < futures.size(); i++) {
                try {
                    futures.get(i).get();
                } catch (CancellationException | ExecutionException e) {
                    // it has ended
                }
            }
            done = true;
            return futures;
        } finally {
            if (!done) {
                cancelAll(futures, 0);
            }
        }
    }

    /** The time may be over before any of the tasks is submitted, or ends. */
    public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks, long timeout,
            TimeUnit unit) throws InterruptedException {
        if (tasks == null || unit == null) {
            throw new NullPointerException();
        }
        List<Future<T>> futures = new ArrayList<>(tasks.size());
        int ended = 0;
        try {
            for (Callable<T> task : tasks) {
                futures.add(newTaskFor(task));
            }
            for (int i = 0; i < futures.size(); i++) {
                if (Internal.anyBoolean()) {
                    return futures;
                }
                execute((Runnable) futures.get(i));
            }
            while (ended < futures.size()) {
                try {
                    futures.get(ended).get(1, unit);
                } catch (CancellationException | ExecutionException e) {
                    // it has ended
                } catch (TimeoutException e) {
                    return futures;
                }
                ended++;
            }
            return futures;
        } finally {
            for (; ended < futures.size(); ended++) {
                futures.get(ended).cancel(true);
            }
        }
    }

    /** One after the other, until one of those that have been submitted has a result. */
    private <T> T any(Collection<? extends Callable<T>> tasks, boolean timed)
            throws InterruptedException, ExecutionException, TimeoutException {
        if (tasks.isEmpty()) {
            throw new IllegalArgumentException();
        }
        List<Future<T>> futures = new ArrayList<>(tasks.size());
        ExecutorCompletionService<T> ended = new ExecutorCompletionService<>(this);
        int active = 0;
        ExecutionException failure = null;
        try {
            java.util.Iterator<? extends Callable<T>> next = tasks.iterator();
            while (true) {
                Future<T> f = active == 0 ? null : ended.poll();
                if (f == null && next.hasNext()) {
                    futures.add(ended.submit(next.next()));
                    active++;
                    continue;
                }
                if (f == null && active == 0) {
                    throw failure;
                }
                if (f == null && timed) {
                    f = ended.poll(1, TimeUnit.NANOSECONDS);
                    if (f == null) {
                        throw new TimeoutException();
                    }
                } else if (f == null) {
                    f = ended.take();
                }
                active--;
                try {
                    return f.get();
                } catch (ExecutionException e) {
                    failure = e;
                } catch (RuntimeException e) {
                    failure = new ExecutionException(e);
                }
            }
        } finally {
            for (int i = 0; i < futures.size(); i++) {
                futures.get(i).cancel(true);
            }
        }
    }

    public <T> T invokeAny(Collection<? extends Callable<T>> tasks)
            throws InterruptedException, ExecutionException {
        try {
            return any(tasks, false);
        } catch (TimeoutException e) {
            throw new AssertionError();
        }
    }

    public <T> T invokeAny(Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        if (unit == null) {
            throw new NullPointerException();
        }
        return any(tasks, true);
    }
}
