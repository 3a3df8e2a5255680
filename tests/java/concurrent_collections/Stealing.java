// The owner takes from one end of its deque, a thief from the other.
// BRAID: verify => valid
// JAVA: runs
package concurrent_collections;

import java.util.concurrent.LinkedBlockingDeque;

public class Stealing {
    private static final LinkedBlockingDeque<Integer> deque = new LinkedBlockingDeque<>();

    public static void main(String[] args) throws InterruptedException {
        int[] stolen = new int[1];
        deque.push(1);
        deque.push(2);
        Thread thief = new Thread(() -> {
            Integer got = deque.pollLast();
            stolen[0] = got == null ? 0 : got;
        });
        thief.start();
        int own = deque.takeFirst();
        Integer second = deque.pollFirst();
        thief.join();
        assert own == 2;
        assert stolen[0] == (second == null ? 1 : 0);
    }
}
