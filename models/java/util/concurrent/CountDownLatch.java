package java.util.concurrent;

import braid.Atomic;
import braid.Internal;

/** Threads wait until a count is zero. */
public class CountDownLatch {
    private volatile long count;

    public CountDownLatch(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("count < 0");
        }
        this.count = count;
    }

    @Atomic("release")
    private void down() {
        count = count > 0 ? count - 1 : 0;
    }

    @Atomic("acquire")
    private void awaitZero() {
        Internal.await(count == 0);
    }

    /** Whether the thread was interrupted before the count was zero. */
    @Atomic("acquire")
    private boolean awaitZero(Thread current) {
        Internal.await(count == 0 || current.interrupted0);
        boolean interrupted = current.interrupted0;
        current.interrupted0 = false;
        return interrupted;
    }

    @Atomic("acquire")
    private boolean isZero() {
        return count == 0;
    }

    public void await() throws InterruptedException {
        if (!Internal.interrupts()) {
            awaitZero();
        } else if (awaitZero(Thread.currentThread())) {
            throw new InterruptedException();
        }
    }

    public boolean await(long timeout, TimeUnit unit) throws InterruptedException {
        if (unit == null) {
            throw new NullPointerException();
        }
        Thread.throwIfInterrupted0();
        return isZero();
    }

    public void countDown() {
        down();
    }

    public long getCount() {
        return count;
    }

    public String toString() {
        return super.toString() + "[Count = " + count + "]";
    }
}
