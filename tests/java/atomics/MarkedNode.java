// A node that is marked as deleted is not linked to any more.
// BRAID: verify => valid
// JAVA: prints
package atomics;

import java.util.concurrent.atomic.AtomicMarkableReference;

public class MarkedNode {
    private static final AtomicMarkableReference<String> next =
            new AtomicMarkableReference<>("end", false);
    private static boolean isDeleted;
    private static boolean isAdded;

    public static void main(String[] args) throws InterruptedException {
        Thread deleter = new Thread(() -> isDeleted = next.attemptMark("end", true));
        deleter.start();
        isAdded = next.compareAndSet("end", "new", false, false);
        deleter.join();
        boolean[] mark = new boolean[1];
        String last = next.get(mark);
        assert isAdded != isDeleted;
        assert isAdded == (last == "new") && isDeleted == mark[0];
    }
}
