// A sorted map walked through while others put and remove: in order, without what was removed before.
// BRAID: verify => valid
// JAVA: runs
package concurrent_collections;

import java.util.concurrent.ConcurrentSkipListMap;

public class SortedTogether {
    private static final ConcurrentSkipListMap<Integer, int[]> map = new ConcurrentSkipListMap<>();

    public static void main(String[] args) throws InterruptedException {
        map.put(2, new int[] {2});
        map.put(4, new int[] {4});
        Thread other = new Thread(() -> {
            map.put(3, new int[] {3});
            map.remove(2);
        });
        other.start();
        int last = 0;
        for (int[] cell : map.values()) {
            assert cell[0] > last;
            last = cell[0];
        }
        assert last == 4;
        other.join();
        assert map.firstKey() == 3 && map.size() == 2;
    }
}
