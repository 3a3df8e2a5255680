// Two synchronized calls are not one: the seat may be sold in between.
// BRAID: verify => invalid line 15 throws java.lang.AssertionError
// JAVA: runs
package monitors;

public class CheckThenAct {
    private int seats = 1;

    synchronized boolean free() {
        return seats > 0;
    }

    synchronized void take() {
        seats--;
        assert seats >= 0; // fails
    }

    void book() {
        if (free()) {
            take();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        CheckThenAct hall = new CheckThenAct();
        Thread t = new Thread(hall::book);
        t.start();
        hall.book();
        t.join();
    }
}
