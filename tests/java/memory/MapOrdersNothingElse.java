// Two threads that put objects under different keys are in no order, whatever the map does inside.
// BRAID: verify => invalid race
// JAVA: runs
package memory;

import java.util.concurrent.ConcurrentHashMap;

public class MapOrdersNothingElse {
    static final ConcurrentHashMap<String, String> MAP = new ConcurrentHashMap<>();
    static int data;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            MAP.put("a", "x");
            data = 1;
        });
        t.start();
        data = 2;
        MAP.put("b", "y");
        t.join();
    }
}
