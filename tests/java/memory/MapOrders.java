// What comes before putting an object into a concurrent map comes before what follows finding it.
// BRAID: verify => valid
// JAVA: runs
package memory;

import java.util.concurrent.ConcurrentHashMap;

public class MapOrders {
    static class Box {
        int value;
    }

    static final ConcurrentHashMap<String, Box> MAP = new ConcurrentHashMap<>();

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            Box made = new Box();
            made.value = 3;
            MAP.put("box", made);
        });
        t.start();
        Box seen = MAP.get("box");
        if (seen != null) {
            assert seen.value == 3;
        }
        t.join();
    }
}
