// Two keys with the same place in the table: who gets one is in no order with who put the other.
// BRAID: verify => invalid race
// JAVA: runs
package concurrent_collections;

import java.util.concurrent.ConcurrentHashMap;

public class SameChain {
    private static final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
    private static int data;

    public static void main(String[] args) throws InterruptedException {
        map.put(1, 1);
        Thread writer = new Thread(() -> {
            data = 1;
            map.put(17, 17);
        });
        writer.start();
        map.put(1, 2);
        assert map.get(1) == 2;
        data = 2;
        writer.join();
    }
}
