// volatile does not make an increment one step: no race, but an update is lost.
// BRAID: verify => invalid line 14 throws java.lang.AssertionError
// JAVA: runs
package threads;

public class VolatileCounter {
    static volatile int count;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> count++);
        t.start();
        count++;
        t.join();
        assert count == 2; // fails
    }
}
