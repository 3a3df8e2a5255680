// Of two threads that put a key unless it is there, one is the first.
// BRAID: verify => valid
// JAVA: prints
package concurrent_collections;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

public class PutIfAbsent {
    private static final ConcurrentHashMap<String, String> owners = new ConcurrentHashMap<>();
    private static final AtomicInteger firsts = new AtomicInteger();

    private static void claim(String name) {
        String other = owners.putIfAbsent("table", name);
        if (other == null) {
            firsts.incrementAndGet();
            assert owners.get("table").equals(name);
        } else {
            assert !other.equals(name);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(() -> claim("a"));
        a.start();
        claim("b");
        a.join();
        assert firsts.get() == 1;
        System.out.println(owners.size());
    }
}
