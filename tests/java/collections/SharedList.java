// Two threads that add to one ArrayList race; a synchronized one is safe.
// BRAID: verify => valid
// BRAID: verify --entry collections.SharedList.unsafe => invalid race
// JAVA: prints
package collections;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public class SharedList {
    static void use(List<Integer> list) throws InterruptedException {
        Thread t = new Thread(() -> list.add(1));
        t.start();
        list.add(2);
        t.join();
        assert list.size() == 2;
    }

    static void unsafe() throws InterruptedException {
        use(new ArrayList<>());
    }

    public static void main(String[] args) throws InterruptedException {
        use(Collections.synchronizedList(new ArrayList<>()));
        System.out.println("done");
    }
}
