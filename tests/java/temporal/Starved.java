// A thread may starve while another one comes to a lock again and again, whether it tries or waits:
// monitors serve nobody in turn.
// BRAID: verify --fair --ltl '<>Starved.tried' => invalid
// BRAID: verify --fair --ltl '[](Starved.asks -> <>Starved.got)' => invalid
// JAVA: never
package temporal;

public class Starved {
    private static final Object lock = new Object();
    private static boolean taken;
    private static volatile boolean asks;
    private static volatile boolean got;
    private static volatile boolean tried;

    private static boolean tryTake() {
        synchronized (lock) {
            if (taken) {
                return false;
            }
            taken = true;
            return true;
        }
    }

    private static void give() {
        synchronized (lock) {
            taken = false;
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            while (true) {
                if (tryTake()) {
                    give();
                }
            }
        }).start();
        asks = true;
        synchronized (lock) {
            got = true;
        }
        while (!tryTake()) {
            Thread.yield();
        }
        tried = true;
    }
}
