// A thread adds to an ArrayList while another one walks through it.
// BRAID: verify => invalid race
// BRAID: verify --no-races => invalid throws java.util.ConcurrentModificationException line 19
// JAVA: runs
package concurrent_collections;

import java.util.ArrayList;
import java.util.List;

public class IteratorInvalidated {
    private static final List<Integer> list = new ArrayList<>();

    public static void main(String[] args) throws InterruptedException {
        list.add(1);
        list.add(2);
        Thread other = new Thread(() -> list.add(3));
        other.start();
        int sum = 0;
        for (int each : list) { // fails
            sum += each;
        }
        other.join();
        assert sum == 3 || sum == 6;
    }
}
