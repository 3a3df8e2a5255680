// A function of computeIfAbsent that puts the same key.
// BRAID: verify => invalid throws java.lang.IllegalStateException line 12
// JAVA: prints
package concurrent_collections;

import java.util.concurrent.ConcurrentHashMap;

public class RecursiveUpdate {
    private static final ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();

    private static int compute(String key) {
        map.put(key, 1); // fails
        return 2;
    }

    public static void main(String[] args) {
        map.computeIfAbsent("key", RecursiveUpdate::compute);
    }
}
