// Two parties go through two phases.
// BRAID: verify => valid
// JAVA: prints
package synchronisers;

import java.util.concurrent.Phaser;

public class PhaserPhases {
    private static final int[] cells = new int[2];
    private static final Phaser phaser = new Phaser(2);

    private static void work(int index) {
        cells[index] = 1;
        int next = phaser.arriveAndAwaitAdvance();
        assert next == 1;
        assert cells[1 - index] == 1;
        phaser.arriveAndAwaitAdvance();
        cells[index] = 2;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> work(0));
        t.start();
        work(1);
        t.join();
        System.out.println(cells[0] + cells[1] + phaser.getPhase());
    }
}
