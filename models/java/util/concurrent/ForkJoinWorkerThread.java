package java.util.concurrent;

import braid.Unraced;

/** A thread of a ForkJoinPool. */
public class ForkJoinWorkerThread extends Thread {
    private final ForkJoinPool pool;
    /** In its name, and how many threads it has started: nobody else looks. */
    @Unraced int number;
    @Unraced int started;

    protected ForkJoinWorkerThread(ForkJoinPool pool) {
        this(pool, null, "ForkJoinPool-worker-", 0);
    }

    ForkJoinWorkerThread(ForkJoinPool pool, Runnable task, String prefix, int number) {
        super(task, prefix.concat(String.valueOf(number)));
        this.number = number;
        if (pool == null) {
            throw new NullPointerException();
        }
        this.pool = pool;
        if (!isDaemon()) {
            setDaemon(true);
        }
    }

    public ForkJoinPool getPool() {
        return pool;
    }
}
