// Keys whose hash codes may be any numbers: constants of an enum, and plain objects.
// BRAID: verify => valid
// JAVA: runs
package concurrent_collections;

import java.util.concurrent.ConcurrentHashMap;

public class KeysAreObjects {
    private enum Color { RED, GREEN }

    private static final class Key {
    }

    private static final ConcurrentHashMap<Object, Integer> map = new ConcurrentHashMap<>();

    public static void main(String[] args) throws InterruptedException {
        Key key = new Key();
        Thread other = new Thread(() -> {
            map.put(key, 1);
            map.merge(Color.RED, 2, Integer::sum);
        });
        other.start();
        map.merge(Color.GREEN, 3, Integer::sum);
        map.merge(Color.RED, 4, Integer::sum);
        other.join();
        assert map.get(key) == 1 && map.get(Color.RED) == 6 && map.size() == 3;
        assert !map.containsKey(new Key());
    }
}
