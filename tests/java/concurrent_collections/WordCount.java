// Words counted by merge: nothing is lost, whoever counts.
// BRAID: verify => valid
// JAVA: prints
package concurrent_collections;

import java.util.concurrent.ConcurrentHashMap;

public class WordCount {
    private static final ConcurrentHashMap<String, Integer> counts = new ConcurrentHashMap<>();

    private static void count(String... words) {
        for (String word : words) {
            counts.merge(word, 1, Integer::sum);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(() -> count("to", "be"));
        Thread b = new Thread(() -> count("or", "to"));
        a.start();
        b.start();
        count("to");
        a.join();
        b.join();
        System.out.println(counts.get("to") + " " + counts.get("be") + " " + counts.get("or")
                + " " + counts.size());
    }
}
