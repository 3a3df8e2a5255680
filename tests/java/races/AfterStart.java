// A write after start is a race with the reading thread.
// BRAID: verify => invalid race
// JAVA: runs
package races;

public class AfterStart {
    static int value;
    static int copy;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> copy = value);
        t.start();
        value = 10;
        t.join();
    }
}
