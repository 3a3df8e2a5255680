// What happened before a value was put is seen by who gets it: no data race.
// BRAID: verify => valid
// JAVA: runs
package concurrent_collections;

import java.util.concurrent.ConcurrentHashMap;

public class MapPublishes {
    private static final ConcurrentHashMap<String, int[]> shared = new ConcurrentHashMap<>();
    private static int before;

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            int[] cell = {1};
            cell[0] = 2;
            before = 3;
            shared.put("cell", cell);
        });
        writer.start();
        int[] cell = shared.get("cell");
        assert cell == null || cell[0] == 2 && before == 3;
        for (int[] each : shared.values()) {
            assert each[0] == 2;
        }
        writer.join();
    }
}
