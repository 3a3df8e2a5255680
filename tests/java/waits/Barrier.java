// Two threads meet: each sees what the other did before.
// BRAID: verify => valid
// JAVA: prints
package waits;

public class Barrier {
    private int waiting;

    synchronized void await() throws InterruptedException {
        waiting++;
        if (waiting == 2) {
            notifyAll();
        }
        while (waiting < 2) {
            wait();
        }
    }

    static int left;
    static int right;

    public static void main(String[] args) throws InterruptedException {
        Barrier barrier = new Barrier();
        Thread t = new Thread(() -> {
            try {
                left = 1;
                barrier.await();
                assert right == 2;
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        t.start();
        right = 2;
        barrier.await();
        assert left == 1;
        t.join();
        System.out.println(left + right);
    }
}
