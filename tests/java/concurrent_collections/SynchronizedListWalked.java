// A synchronized list is safe call by call; walks have to take its lock.
// BRAID: verify => valid
// JAVA: prints
package concurrent_collections;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public class SynchronizedListWalked {
    private static final List<Integer> list = Collections.synchronizedList(new ArrayList<>());

    public static void main(String[] args) throws InterruptedException {
        list.add(1);
        Thread other = new Thread(() -> list.add(2));
        other.start();
        int sum = 0;
        synchronized (list) {
            for (int each : list) {
                sum += each;
            }
        }
        assert sum == 1 || sum == 3;
        other.join();
        System.out.println(list);
    }
}
