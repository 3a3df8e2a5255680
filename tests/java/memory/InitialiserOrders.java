// What an initialiser does comes before any use of the class by another thread, also what it does
// to other classes. What the thread does afterwards does not.
// BRAID: verify => valid
// BRAID: verify --entry memory.InitialiserOrders.after => invalid race
// JAVA: prints
package memory;

public class InitialiserOrders {
    static int data;
    static int late;

    static class Settings {
        static int level;

        static {
            data = 5;
            level = 1;
        }
    }

    static int seen;

    static void after() throws InterruptedException {
        Thread t = new Thread(() -> {
            if (Settings.level == 1) {
                late = 1;
            }
        });
        t.start();
        if (Settings.level == 1) {
            late = 2;
        }
        t.join();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            if (Settings.level == 1) {
                seen = data;
            }
        });
        t.start();
        int mine = Settings.level == 1 ? data : 0;
        t.join();
        System.out.println(mine + seen);
        assert mine == 5 && seen == 5;
    }
}
