// The same with a HashMap: with a lock around the put alone, its iterator fails.
// BRAID: verify => invalid race
// BRAID: verify --no-races => invalid throws java.util.ConcurrentModificationException
// JAVA: runs
package concurrent_collections;

import java.util.HashMap;
import java.util.Map;

public class MapInvalidated {
    private static final Map<Integer, Integer> map = new HashMap<>();

    private static synchronized void put(int key) {
        map.put(key, key);
    }

    public static void main(String[] args) throws InterruptedException {
        put(1);
        put(2);
        Thread other = new Thread(() -> put(3));
        other.start();
        int sum = 0;
        for (int key : map.keySet()) {
            sum += key;
        }
        other.join();
    }
}
