// Who walks through a CopyOnWriteArrayList sees what was there when it began.
// BRAID: verify => valid
// JAVA: runs
package concurrent_collections;

import java.util.concurrent.CopyOnWriteArrayList;

public class CopyOnWrite {
    private static final CopyOnWriteArrayList<int[]> list = new CopyOnWriteArrayList<>();

    public static void main(String[] args) throws InterruptedException {
        list.add(new int[] {1});
        Thread a = new Thread(() -> list.add(new int[] {2}));
        Thread b = new Thread(() -> list.add(0, new int[] {3}));
        a.start();
        b.start();
        int sum = 0;
        int count = 0;
        for (int[] cell : list) {
            sum += cell[0];
            count++;
            list.remove(cell);
        }
        assert count == 1 && sum == 1 || count == 2 && (sum == 3 || sum == 4)
                || count == 3 && sum == 6;
        a.join();
        b.join();
        assert list.size() == 3 - count;
    }
}
