// A stack that takes its cells back: between reading the top and replacing it, two cells were
// taken, and the first one put back. So the second one is on the stack again.
// BRAID: verify => invalid throws java.lang.AssertionError rows 40
// JAVA: runs
package bugs;

import java.util.concurrent.atomic.AtomicReference;

public class AbaStack {
    private static final class Cell {
        volatile Cell below;

        Cell(Cell below) {
            this.below = below;
        }
    }

    private static final AtomicReference<Cell> top = new AtomicReference<>(new Cell(new Cell(null)));

    private static void push(Cell cell) {
        do {
            cell.below = top.get();
        } while (!top.compareAndSet(cell.below, cell));
    }

    private static Cell pop() {
        Cell old;
        do {
            old = top.get();
        } while (old != null && !top.compareAndSet(old, old.below));
        return old;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> pop());
        other.start();
        Cell first = pop();
        Cell second = pop();
        if (first != null && second != null) {
            push(first);
            other.join();
            assert top.get() != second;
        }
    }
}
