// Words counted by get and put: a count may be lost.
// BRAID: verify => invalid throws java.lang.AssertionError line 23
// JAVA: runs
package concurrent_collections;

import java.util.concurrent.ConcurrentHashMap;

public class WordCountLost {
    private static final ConcurrentHashMap<String, Integer> counts = new ConcurrentHashMap<>();

    private static void count(String word) {
        Integer before = counts.get(word);
        counts.put(word, before == null ? 1 : before + 1);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(() -> count("to"));
        Thread b = new Thread(() -> count("to"));
        a.start();
        b.start();
        a.join();
        b.join();
        assert counts.get("to") == 2; // fails
    }
}
