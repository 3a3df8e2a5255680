// Workers are registered before they start and leave when they are done: main waits for all of them.
// BRAID: verify => valid
// JAVA: prints
package synchronisers;

import java.util.concurrent.Phaser;

public class PhaserRegisters {
    private static final int[] cells = new int[2];

    public static void main(String[] args) {
        Phaser phaser = new Phaser(1);
        for (int i = 0; i < 2; i++) {
            int index = i;
            phaser.register();
            new Thread(() -> {
                cells[index] = 1;
                phaser.arriveAndDeregister();
            }).start();
        }
        phaser.awaitAdvance(phaser.arrive());
        assert cells[0] + cells[1] == 2;
        System.out.println(cells[0] + cells[1]);
    }
}
