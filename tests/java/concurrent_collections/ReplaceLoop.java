// A counter in a map, increased by replace until nobody comes in between.
// BRAID: verify => valid
// JAVA: prints
package concurrent_collections;

import java.util.concurrent.ConcurrentHashMap;

public class ReplaceLoop {
    private static final ConcurrentHashMap<String, Integer> counts = new ConcurrentHashMap<>();

    private static void count() {
        Integer before;
        do {
            before = counts.get("n");
        } while (!counts.replace("n", before, before + 1));
    }

    public static void main(String[] args) throws InterruptedException {
        counts.put("n", 0);
        Thread a = new Thread(ReplaceLoop::count);
        Thread b = new Thread(ReplaceLoop::count);
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(counts);
    }
}
