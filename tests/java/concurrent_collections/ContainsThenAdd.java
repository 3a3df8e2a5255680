// Two threads that add an element if the list does not contain it.
// BRAID: verify => invalid throws java.lang.AssertionError line 24
// JAVA: runs
package concurrent_collections;

import java.util.concurrent.CopyOnWriteArrayList;

public class ContainsThenAdd {
    private static final CopyOnWriteArrayList<String> list = new CopyOnWriteArrayList<>();

    private static void register() {
        if (!list.contains("me")) {
            list.add("me");
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(ContainsThenAdd::register);
        Thread b = new Thread(ContainsThenAdd::register);
        a.start();
        b.start();
        a.join();
        b.join();
        assert list.size() == 1; // fails
    }
}
