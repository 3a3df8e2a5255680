// A thread takes a monitor that it has already, through calls and nested blocks.
// BRAID: verify => valid
// JAVA: prints
package monitors;

public class Reentrant {
    private int depth;
    private int deepest;

    synchronized void enter(int levels) {
        depth++;
        if (depth > deepest) {
            deepest = depth;
        }
        if (levels > 0) {
            synchronized (this) {
                enter(levels - 1);
            }
        }
        depth--;
    }

    public static void main(String[] args) throws InterruptedException {
        Reentrant r = new Reentrant();
        Thread t = new Thread(() -> r.enter(2));
        t.start();
        r.enter(1);
        t.join();
        synchronized (r) {
            System.out.println(r.depth + " " + r.deepest);
            assert r.depth == 0 && r.deepest == 3;
        }
    }
}
