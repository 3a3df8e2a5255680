// onAdvance ends a phaser: who waits goes on, and nobody waits any more.
// BRAID: verify => valid
// JAVA: prints
package synchronisers;

import java.util.concurrent.Phaser;

public class PhaserEnds {
    private static int phases;
    private static final Phaser phaser = new Phaser(2) {
        protected boolean onAdvance(int phase, int registeredParties) {
            phases++;
            return phase == 0;
        }
    };

    private static void work() {
        phaser.arriveAndAwaitAdvance();
        assert phaser.arriveAndAwaitAdvance() < 0;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(PhaserEnds::work);
        t.start();
        work();
        t.join();
        System.out.println(phases + " " + phaser.isTerminated());
    }
}
