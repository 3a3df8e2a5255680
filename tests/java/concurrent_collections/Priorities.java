// Who takes gets the most urgent job that is there.
// BRAID: verify => valid
// JAVA: runs
package concurrent_collections;

import java.util.concurrent.PriorityBlockingQueue;

public class Priorities {
    private static final PriorityBlockingQueue<Integer> queue = new PriorityBlockingQueue<>();

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(() -> {
            queue.put(2);
            queue.put(1);
        });
        a.start();
        queue.add(3);
        int first = queue.take();
        int second = queue.take();
        a.join();
        int third = queue.take();
        assert first + second + third == 6;
        assert first != 1 || second == 2;
        assert third != 2 || first == 3;
    }
}
