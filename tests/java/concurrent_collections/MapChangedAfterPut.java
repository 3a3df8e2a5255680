// What happens after a value was put is in no order with who gets it.
// BRAID: verify => invalid race
// BRAID: verify --no-races => valid
// JAVA: runs
package concurrent_collections;

import java.util.concurrent.ConcurrentHashMap;

public class MapChangedAfterPut {
    private static final ConcurrentHashMap<String, int[]> shared = new ConcurrentHashMap<>();

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            int[] cell = {1};
            shared.put("cell", cell);
            cell[0] = 2;
        });
        writer.start();
        int[] cell = shared.get("cell");
        int seen = cell == null ? 0
                : cell[0];
        assert seen <= 2;
        writer.join();
    }
}
