// If it does so last, by a method that makes the object first, the lock orders all.
// BRAID: verify => valid
// JAVA: runs
package memory;

import java.util.ArrayList;
import java.util.List;

public class ListenerRegistersLast {
    static final List<ListenerRegistersLast> LISTENERS = new ArrayList<>();

    private final int value;

    private ListenerRegistersLast() {
        value = 3;
    }

    static void register() {
        ListenerRegistersLast made = new ListenerRegistersLast();
        synchronized (LISTENERS) {
            LISTENERS.add(made);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(ListenerRegistersLast::register);
        t.start();
        synchronized (LISTENERS) {
            for (ListenerRegistersLast listener : LISTENERS) {
                assert listener.value == 3;
            }
        }
        t.join();
    }
}
