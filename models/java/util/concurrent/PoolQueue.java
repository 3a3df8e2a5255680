package java.util.concurrent;

import java.util.AbstractQueue;
import java.util.Collection;
import java.util.Iterator;

/** The tasks that wait in a pool: what `ThreadPoolExecutor.getQueue` gives. */
final class PoolQueue extends AbstractQueue<Runnable> implements BlockingQueue<Runnable> {
    private final ThreadPoolExecutor pool;

    PoolQueue(ThreadPoolExecutor pool) {
        this.pool = pool;
    }

    public boolean offer(Runnable task) {
        return pool.offerToQueue(task);
    }

    public boolean offer(Runnable task, long timeout, TimeUnit unit) throws InterruptedException {
        Thread.throwIfInterrupted0();
        return offer(task);
    }

    public void put(Runnable task) throws InterruptedException {
        pool.putToQueue(task);
    }

    public Runnable take() throws InterruptedException {
        braid.Internal.limit("ThreadPoolExecutor.getQueue().take");
        return null;
    }

    public Runnable poll() {
        return pool.pollQueue();
    }

    public Runnable poll(long timeout, TimeUnit unit) throws InterruptedException {
        Thread.throwIfInterrupted0();
        return poll();
    }

    public Runnable peek() {
        Iterator<Runnable> tasks = iterator();
        return tasks.hasNext() ? tasks.next() : null;
    }

    public boolean remove(Object task) {
        return task instanceof Runnable && pool.remove((Runnable) task);
    }

    public int size() {
        return pool.sizeOfQueue();
    }

    public int remainingCapacity() {
        return pool.roomInQueue();
    }

    public int drainTo(Collection<? super Runnable> c) {
        return drainTo(c, Integer.MAX_VALUE);
    }

    public int drainTo(Collection<? super Runnable> c, int maxElements) {
        int count = 0;
        while (count < maxElements) {
            Runnable task = poll();
            if (task == null) {
                break;
            }
            c.add(task);
            count++;
        }
        return count;
    }

    /** As they were; without `remove`. */
    public Iterator<Runnable> iterator() {
        Iterator<Runnable> tasks = pool.listOfQueue().iterator();
        return new Iterator<Runnable>() {
            public boolean hasNext() {
                return tasks.hasNext();
            }

            public Runnable next() {
                return tasks.next();
            }

            public void remove() {
                braid.Internal.limit("ThreadPoolExecutor.getQueue().iterator().remove");
            }
        };
    }
}
