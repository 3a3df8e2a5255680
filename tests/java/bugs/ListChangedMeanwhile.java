// A list is changed while another thread goes through it.
// BRAID: verify --no-races => invalid throws java.util.ConcurrentModificationException rows 40
// BRAID: verify => invalid race
// JAVA: runs
package bugs;

import java.util.ArrayList;
import java.util.List;

public class ListChangedMeanwhile {
    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>();
        list.add(1);
        list.add(2);
        new Thread(() -> list.add(3)).start();
        int sum = 0;
        for (int i : list) {
            sum += i;
        }
    }
}
