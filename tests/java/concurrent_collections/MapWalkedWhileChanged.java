// Iterators of a ConcurrentHashMap never fail, and show each key that stays.
// BRAID: verify => valid
// JAVA: runs
package concurrent_collections;

import java.util.concurrent.ConcurrentHashMap;

public class MapWalkedWhileChanged {
    private static final ConcurrentHashMap<Integer, String> map = new ConcurrentHashMap<>();

    public static void main(String[] args) throws InterruptedException {
        map.put(1, "one");
        map.put(2, "two");
        Thread other = new Thread(() -> {
            map.remove(1);
            map.put(3, "three");
        });
        other.start();
        boolean seen = false;
        for (Integer key : map.keySet()) {
            seen |= key == 2;
        }
        assert seen;
        other.join();
        assert map.size() == 2;
    }
}
