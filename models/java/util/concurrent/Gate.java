package java.util.concurrent;

import braid.Atomic;
import braid.Internal;

/**
 * A row for threads that wait until there is room, or an element. What they wait for is one number,
 * which also tells whether a thread is inside: what that does happens when it leaves.
 */
final class Gate extends Row {
    /** How many elements there are; while a thread is inside, -1 minus how many there were. */
    private volatile int state;

    @Atomic("opaque")
    void enter() {
        Internal.await(state >= 0);
        state = -1 - state;
    }

    @Atomic("opaque")
    private void set(int count) {
        state = count;
    }

    void leave() {
        set(count);
    }

    @Atomic("opaque")
    int size() {
        return state >= 0 ? state : -1 - state;
    }

    @Atomic("opaque")
    void enterIfRoom(int capacity) {
        Internal.await(state >= 0 && state < capacity);
        state = -1 - state;
    }

    /** Enters, or is no longer interrupted: then it gives false. */
    @Atomic("acquire")
    boolean enterIfRoom(int capacity, Thread current) {
        Internal.await(state >= 0 && state < capacity || current.interrupted0);
        if (current.interrupted0) {
            current.interrupted0 = false;
            return false;
        }
        state = -1 - state;
        return true;
    }

    /** Enters, unless there is no room: who is inside has changed nothing yet. */
    @Atomic("opaque")
    boolean tryEnterIfRoom(int capacity) {
        Internal.await(state >= 0 || -1 - state >= capacity);
        if (state < 0 || state >= capacity) {
            return false;
        }
        state = -1 - state;
        return true;
    }

    @Atomic("opaque")
    void enterIfAny() {
        Internal.await(state > 0);
        state = -1 - state;
    }

    @Atomic("acquire")
    boolean enterIfAny(Thread current) {
        Internal.await(state > 0 || current.interrupted0);
        if (current.interrupted0) {
            current.interrupted0 = false;
            return false;
        }
        state = -1 - state;
        return true;
    }

    @Atomic("opaque")
    boolean tryEnterIfAny() {
        Internal.await(state >= -1);
        if (state <= 0) {
            return false;
        }
        state = -1 - state;
        return true;
    }

    /** Enters; or is no longer interrupted, if there was no room: then it gives false. */
    @Atomic("acquire")
    boolean enterIfRoomFirst(int capacity, Thread current) {
        Internal.await(state >= 0 && state < capacity
                || current.interrupted0 && (state >= 0 || -1 - state >= capacity));
        if (state >= 0 && state < capacity) {
            state = -1 - state;
            return true;
        }
        current.interrupted0 = false;
        return false;
    }

    /** The same for an element. */
    @Atomic("acquire")
    boolean enterIfAnyFirst(Thread current) {
        Internal.await(state > 0 || current.interrupted0 && state >= -1);
        if (state > 0) {
            state = -1 - state;
            return true;
        }
        current.interrupted0 = false;
        return false;
    }

    /** Waits for room; who is interrupted only matters then. */
    void waitForRoomFirst(int capacity) throws InterruptedException {
        if (!Internal.interrupts()) {
            enterIfRoom(capacity);
        } else if (!enterIfRoomFirst(capacity, Thread.currentThread())) {
            throw new InterruptedException();
        }
    }

    void waitForAnyFirst() throws InterruptedException {
        if (!Internal.interrupts()) {
            enterIfAny();
        } else if (!enterIfAnyFirst(Thread.currentThread())) {
            throw new InterruptedException();
        }
    }

    /** Waits for room. */
    void waitForRoom(int capacity) throws InterruptedException {
        if (!Internal.interrupts()) {
            enterIfRoom(capacity);
        } else if (!enterIfRoom(capacity, Thread.currentThread())) {
            throw new InterruptedException();
        }
    }

    /** Waits for an element. */
    void waitForAny() throws InterruptedException {
        if (!Internal.interrupts()) {
            enterIfAny();
        } else if (!enterIfAny(Thread.currentThread())) {
            throw new InterruptedException();
        }
    }
}
