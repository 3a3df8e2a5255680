// Who gets one key is in no order with who put another one.
// BRAID: verify => invalid race
// JAVA: runs
package concurrent_collections;

import java.util.concurrent.ConcurrentHashMap;

public class MapOtherKey {
    private static final ConcurrentHashMap<String, Integer> shared = new ConcurrentHashMap<>();
    private static int data;

    public static void main(String[] args) throws InterruptedException {
        shared.put("b", 0);
        Thread writer = new Thread(() -> {
            data = 1;
            shared.put("a", 1);
        });
        writer.start();
        shared.get("b");
        data = 2;
        writer.join();
    }
}
