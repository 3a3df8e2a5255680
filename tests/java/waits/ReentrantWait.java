// wait gives up a monitor that was taken twice, and takes it back twice.
// BRAID: verify => valid
// JAVA: prints
package waits;

public class ReentrantWait {
    private boolean done;

    synchronized void outer() throws InterruptedException {
        inner();
        assert Thread.holdsLock(this);
        done = false;
    }

    synchronized void inner() throws InterruptedException {
        while (!done) {
            wait();
        }
    }

    synchronized void finish() {
        done = true;
        notify();
    }

    public static void main(String[] args) throws InterruptedException {
        ReentrantWait r = new ReentrantWait();
        Thread t = new Thread(r::finish);
        t.start();
        r.outer();
        t.join();
        System.out.println("ended");
    }
}
