// A set of keys of a ConcurrentHashMap: only one thread adds an element.
// BRAID: verify => valid
// JAVA: prints
package concurrent_collections;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

public class SharedSet {
    private static final Set<String> seen = ConcurrentHashMap.newKeySet();
    private static int visits;

    private static void visit(String place) {
        if (seen.add(place)) {
            synchronized (seen) {
                visits++;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(() -> visit("x"));
        Thread b = new Thread(() -> visit("x"));
        a.start();
        b.start();
        visit("x");
        a.join();
        b.join();
        System.out.println(visits + " " + seen);
    }
}
