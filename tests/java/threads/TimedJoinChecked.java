// A join with a time, and a look at whether it was enough.
// BRAID: verify => valid
// JAVA: prints
package threads;

public class TimedJoinChecked {
    static int value;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> value = 1);
        t.start();
        t.join(10);
        if (t.isAlive()) {
            t.join();
        }
        System.out.println(value);
        assert value == 1;
    }
}
