// Each call of the map is atomic, but not two of them.
// BRAID: verify => invalid throws java.lang.AssertionError rows 40
// JAVA: runs
package bugs;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

public class CheckThenAct {
    private static final ConcurrentMap<String, Integer> visits = new ConcurrentHashMap<>();

    private static void visit() {
        if (visits.containsKey("page")) {
            visits.put("page", visits.get("page") + 1);
        } else {
            visits.put("page", 1);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> visit());
        other.start();
        visit();
        other.join();
        assert visits.get("page") == 2;
    }
}
