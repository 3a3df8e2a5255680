// A loop that waits in vain for a plain variable races with a write that does not end it.
// BRAID: verify => invalid race
// BRAID: verify --no-races --stateful => valid
// JAVA: prints alone
package awaits;

public class PlainDaemon {
    private static boolean flag;

    public static void main(String[] args) {
        Thread spins = new Thread(() -> {
            while (!flag) {
                Thread.onSpinWait();
            }
        });
        spins.setDaemon(true);
        spins.start();
        flag = false;
    }
}
