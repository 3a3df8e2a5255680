package java.util.concurrent;

/**
 * Elements that wait to be taken, and threads that wait for an element; never both. Who finds somebody
 * on the other side gives to the first one there or takes from it, and does not wait.
 */
final class Transfer extends LiveRow {
    /** Who wants an element: each waits at a node, and finds it there. */
    private final Row takers = new Row();

    /** To a thread that waits; whether there was one. */
    private boolean give(Object item) {
        Node taker = takers.first;
        if (taker == null) {
            return false;
        }
        takers.unlink(taker);
        taker.item = item;
        taker.finish();
        return true;
    }

    boolean tryGive(Object item) {
        enter();
        boolean given = give(item);
        leave();
        return given;
    }

    /** To a thread that waits, or for whoever comes. */
    void put(Object item) {
        enter();
        if (!give(item)) {
            addLast(item);
        }
        leave();
    }

    /** Waits until it is taken. */
    void transfer(Object item) throws InterruptedException {
        enter();
        if (give(item)) {
            leave();
            return;
        }
        Node node = addLast(item);
        leave();
        await(this, node);
    }

    /** Waits for some time; whether it was taken. */
    boolean tryTransfer(Object item) throws InterruptedException {
        enter();
        if (give(item)) {
            leave();
            return true;
        }
        Node node = addLast(item);
        leave();
        return !giveUp(this, node);
    }

    private Object takeFirst() {
        Node node = first;
        if (node == null) {
            return null;
        }
        unlink(node);
        node.finish();
        return node.item;
    }

    Object poll() {
        enter();
        Object item = takeFirst();
        leave();
        return item;
    }

    Object take() throws InterruptedException {
        enter();
        Object item = takeFirst();
        if (item != null) {
            leave();
            return item;
        }
        Node node = takers.addLast(null);
        leave();
        await(takers, node);
        return node.item;
    }

    Object pollInTime() throws InterruptedException {
        enter();
        Object item = takeFirst();
        if (item != null) {
            leave();
            return item;
        }
        Node node = takers.addLast(null);
        leave();
        return giveUp(takers, node) ? null : node.item;
    }

    /** Waits at a node of a row. */
    private void await(Row row, Node node) throws InterruptedException {
        if (!braid.Internal.interrupts()) {
            node.await();
        } else if (!node.await(Thread.currentThread()) && leaveRow(row, node)) {
            Thread.interrupted();
            throw new InterruptedException();
        }
    }

    /** When the time is over: whether nobody has come. */
    private boolean giveUp(Row row, Node node) throws InterruptedException {
        if (!leaveRow(row, node)) {
            return false;
        }
        Thread.throwIfInterrupted0();
        return true;
    }

    private boolean leaveRow(Row row, Node node) {
        enter();
        boolean was = node.isThere;
        if (was) {
            row.unlink(node);
        }
        leave();
        return was;
    }

    int takers() {
        enter();
        int count = takers.count;
        leave();
        return count;
    }
}
