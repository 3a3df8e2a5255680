// Who puts into a SynchronousQueue waits for who takes, who sees all that came before.
// BRAID: verify => valid
// JAVA: prints
package concurrent_collections;

import java.util.concurrent.SynchronousQueue;

public class HandOver {
    private static final SynchronousQueue<int[]> queue = new SynchronousQueue<>();
    private static int before;

    public static void main(String[] args) throws InterruptedException {
        Thread giver = new Thread(() -> {
            try {
                before = 1;
                queue.put(new int[] {2});
                queue.put(new int[] {3});
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        giver.start();
        int first = queue.take()[0];
        int second = queue.take()[0];
        System.out.println(before + " " + first + " " + second + " " + queue);
    }
}
