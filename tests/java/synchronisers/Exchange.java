// Two threads swap what they have.
// BRAID: verify => valid
// JAVA: prints
package synchronisers;

import java.util.concurrent.Exchanger;

public class Exchange {
    private static final Exchanger<int[]> exchanger = new Exchanger<>();

    private static void work(int mine) {
        int[] cell = {mine};
        try {
            int[] got = exchanger.exchange(cell);
            assert got[0] == 3 - mine;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> work(1));
        t.start();
        work(2);
        t.join();
        System.out.println("swapped");
    }
}
