// Sleeping longer than the other thread needs is no synchronisation.
// BRAID: verify => invalid race
// BRAID: verify --no-races => invalid line 13 throws java.lang.AssertionError
// JAVA: runs
package threads;

public class SleepPromisesNothing {
    static int value;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> value = 1).start();
        Thread.sleep(50);
        assert value == 1; // fails
    }
}
