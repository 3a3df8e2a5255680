// Each thread spins until the other one has gone ahead.
// BRAID: verify => deadlock
// JAVA: hangs
package awaits;

public class EachWaits {
    private static volatile boolean first;
    private static volatile boolean second;

    public static void main(String[] args) {
        new Thread(() -> {
            while (!first) {
                Thread.onSpinWait();
            }
            second = true;
        }).start();
        while (!second) {
            Thread.onSpinWait();
        }
        first = true;
    }
}
