// A join with a time may come back before the thread has ended.
// BRAID: verify => invalid line 13 throws java.lang.AssertionError
// JAVA: runs
package threads;

public class TimedJoin {
    static volatile int value;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> value = 1);
        t.start();
        t.join(1000);
        assert value == 1; // fails
    }
}
