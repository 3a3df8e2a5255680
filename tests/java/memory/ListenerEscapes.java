// A constructor registers the object with a list under a lock before its final field is set.
// BRAID: verify => invalid race
// JAVA: runs
package memory;

import java.util.ArrayList;
import java.util.List;

public class ListenerEscapes {
    static final List<ListenerEscapes> LISTENERS = new ArrayList<>();

    private final int value;

    ListenerEscapes() {
        synchronized (LISTENERS) {
            LISTENERS.add(this);
        }
        value = 3;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(ListenerEscapes::new);
        t.start();
        synchronized (LISTENERS) {
            for (ListenerEscapes listener : LISTENERS) {
                assert listener.value == 0 || listener.value == 3;
            }
        }
        t.join();
    }
}
