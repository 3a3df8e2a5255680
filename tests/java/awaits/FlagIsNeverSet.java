// A thread spins for ever: nobody sets the flag once the other thread has seen that it must not.
// BRAID: verify => deadlock
// JAVA: hangs
package awaits;

public class FlagIsNeverSet {
    private static volatile boolean flag;
    private static volatile boolean stop = true;

    public static void main(String[] args) {
        new Thread(() -> {
            if (!stop) {
                flag = true;
            }
        }).start();
        while (!flag) {
            Thread.onSpinWait();
        }
    }
}
