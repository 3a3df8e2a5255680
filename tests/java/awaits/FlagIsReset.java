// Between the two writes the thread that spins may not look: then it spins for ever.
// BRAID: verify => deadlock
// JAVA: may hang
package awaits;

public class FlagIsReset {
    private static volatile int phase;

    public static void main(String[] args) {
        new Thread(() -> {
            phase = 1;
            phase = 2;
        }).start();
        while (phase != 1) {
            Thread.yield();
        }
    }
}
