// The function of computeIfAbsent is called once for each key, and all get the same object.
// BRAID: verify => valid
// JAVA: prints
package concurrent_collections;

import java.util.concurrent.ConcurrentHashMap;

public class ComputedOnce {
    private static final ConcurrentHashMap<String, int[]> cache = new ConcurrentHashMap<>();
    private static int calls;

    private static int[] lookUp() {
        return cache.computeIfAbsent("key", key -> {
            calls++;
            return new int[] {key.length()};
        });
    }

    public static void main(String[] args) throws InterruptedException {
        int[][] found = new int[2][];
        Thread a = new Thread(() -> found[0] = lookUp());
        Thread b = new Thread(() -> found[1] = lookUp());
        a.start();
        b.start();
        a.join();
        b.join();
        assert found[0] == found[1] && found[0][0] == 3;
        System.out.println(calls);
    }
}
