// Between the question and the put another thread may put, too: both believe to be the first.
// BRAID: verify => invalid throws java.lang.AssertionError line 27
// JAVA: runs
package concurrent_collections;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

public class CheckThenAct {
    private static final ConcurrentHashMap<String, String> owners = new ConcurrentHashMap<>();
    private static final AtomicInteger firsts = new AtomicInteger();

    private static void claim(String name) {
        if (!owners.containsKey("table")) {
            owners.put("table", name);
            firsts.incrementAndGet();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(() -> claim("a"));
        Thread b = new Thread(() -> claim("b"));
        a.start();
        b.start();
        a.join();
        b.join();
        assert firsts.get() == 1; // fails
    }
}
