// The same, if workers register themselves: the phase may end before.
// BRAID: verify --no-races => invalid line 20 throws java.lang.AssertionError
// JAVA: runs
package synchronisers;

import java.util.concurrent.Phaser;

public class PhaserRegistersLate {
    private static int cell;

    public static void main(String[] args) throws InterruptedException {
        Phaser phaser = new Phaser(1);
        Thread t = new Thread(() -> {
            phaser.register();
            cell = 1;
            phaser.arriveAndDeregister();
        });
        t.start();
        phaser.arriveAndAwaitAdvance();
        assert cell == 1; // fails
    }
}
