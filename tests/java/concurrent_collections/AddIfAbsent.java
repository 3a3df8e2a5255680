// The same in one step, by a list and by a set.
// BRAID: verify => valid
// JAVA: prints
package concurrent_collections;

import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;

public class AddIfAbsent {
    private static final CopyOnWriteArrayList<String> list = new CopyOnWriteArrayList<>();
    private static final CopyOnWriteArraySet<String> set = new CopyOnWriteArraySet<>();

    private static void register() {
        list.addIfAbsent("me");
        set.add("me");
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(AddIfAbsent::register);
        a.start();
        register();
        a.join();
        System.out.println(list + " " + set);
    }
}
