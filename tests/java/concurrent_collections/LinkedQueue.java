// Two threads offer, a third one polls: each element comes once, those of one thread in order.
// BRAID: verify => valid
// JAVA: runs
package concurrent_collections;

import java.util.concurrent.ConcurrentLinkedQueue;

public class LinkedQueue {
    private static final ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(() -> {
            queue.offer(1);
            queue.offer(2);
        });
        Thread b = new Thread(() -> queue.offer(30));
        a.start();
        b.start();
        Integer first = queue.poll();
        a.join();
        b.join();
        int sum = first == null ? 0 : first;
        int last = sum % 10;
        for (Integer e = queue.poll(); e != null; e = queue.poll()) {
            assert e == 30 || e == last + 1;
            last = e == 30 ? last : e;
            sum += e;
        }
        assert sum == 33;
    }
}
