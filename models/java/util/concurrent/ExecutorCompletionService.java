package java.util.concurrent;

import braid.Atomic;
import braid.Internal;
import braid.Unraced;

/**
 * Futures in the order in which they end. Without a queue of the program's: a line of them, from
 * which one step takes the number of the next.
 */
public class ExecutorCompletionService<V> implements CompletionService<V> {
    /** A future that has ended, or who takes it. */
    private static final class Place {
        @Unraced private int number;
        @Unraced private Place older;
        final Future<?> future;

        Place(Future<?> future) {
            this.future = future;
        }
    }

    private final class Task extends FutureTask<Void> {
        private final Future<V> of;

        Task(RunnableFuture<V> of) {
            super(of, null);
            this.of = of;
        }

        protected void done() {
            if (queue != null) {
                queue.add(of);
            } else {
                put(new Place(of));
            }
        }
    }

    private final Executor executor;
    /** Null: the places are used. */
    private final BlockingQueue<Future<V>> queue;
    @Unraced private int count;
    @Unraced private int taken;
    @Unraced private Place last;

    public ExecutorCompletionService(Executor executor) {
        if (executor == null) {
            throw new NullPointerException();
        }
        this.executor = executor;
        this.queue = null;
    }

    public ExecutorCompletionService(Executor executor,
            BlockingQueue<Future<V>> completionQueue) {
        if (executor == null || completionQueue == null) {
            throw new NullPointerException();
        }
        this.executor = executor;
        this.queue = completionQueue;
    }

    // ---- steps
    @Atomic("release")
    private void put(Place p) {
        count = count + 1;
        p.number = taken + count;
        p.older = last;
        last = p;
    }

    @Atomic("acquire")
    private void await(Place own) {
        Internal.await(count != 0);
        count = count - 1;
        taken = taken + 1;
        own.number = taken;
        own.older = last;
    }

    /** Whether the thread was interrupted before. */
    @Atomic("acquire")
    private boolean await(Place own, Thread current) {
        Internal.await(count != 0 || current.interrupted0);
        if (current.interrupted0) {
            current.interrupted0 = false;
            return true;
        }
        count = count - 1;
        taken = taken + 1;
        own.number = taken;
        own.older = last;
        return false;
    }

    @Atomic("acquire")
    private boolean look(Place own) {
        if (count == 0) {
            return false;
        }
        count = count - 1;
        taken = taken + 1;
        own.number = taken;
        own.older = last;
        return true;
    }

    @SuppressWarnings("unchecked")
    private static <V> Future<V> found(Place own) {
        Place p = own.older;
        while (p.number != own.number) {
            p = p.older;
        }
        return (Future<V>) p.future;
    }

    // ---- methods
    /** The executor makes futures itself if it is one of ours. */
    private RunnableFuture<V> newTaskFor(Callable<V> task) {
        return executor instanceof AbstractExecutorService
                ? ((AbstractExecutorService) executor).newTaskFor(task) : new FutureTask<V>(task);
    }

    private RunnableFuture<V> newTaskFor(Runnable task, V result) {
        return executor instanceof AbstractExecutorService
                ? ((AbstractExecutorService) executor).newTaskFor(task, result)
                : new FutureTask<V>(task, result);
    }

    public Future<V> submit(Callable<V> task) {
        if (task == null) {
            throw new NullPointerException();
        }
        RunnableFuture<V> future = newTaskFor(task);
        executor.execute(new Task(future));
        return future;
    }

    public Future<V> submit(Runnable task, V result) {
        if (task == null) {
            throw new NullPointerException();
        }
        RunnableFuture<V> future = newTaskFor(task, result);
        executor.execute(new Task(future));
        return future;
    }

    public Future<V> take() throws InterruptedException {
        if (queue != null) {
            return queue.take();
        }
        Place own = new Place(null);
        if (!Internal.interrupts()) {
            await(own);
        } else if (await(own, Thread.currentThread())) {
            throw new InterruptedException();
        }
        return found(own);
    }

    public Future<V> poll() {
        if (queue != null) {
            return queue.poll();
        }
        Place own = new Place(null);
        return look(own) ? found(own) : null;
    }

    public Future<V> poll(long timeout, TimeUnit unit) throws InterruptedException {
        if (queue != null) {
            return queue.poll(timeout, unit);
        }
        if (unit == null) {
            throw new NullPointerException();
        }
        Thread.throwIfInterrupted0();
        return poll();
    }
}
