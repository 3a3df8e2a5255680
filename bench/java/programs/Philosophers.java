/** Philosophers with a fork between each two; the last one may take its forks in the other order. */
public class Philosophers {
    private static class Fork {
        int uses;
    }

    private static void eat(Fork first, Fork second) {
        synchronized (first) {
            synchronized (second) {
                second.uses++;
            }
        }
    }

    private static void seat(int n, boolean turns) throws InterruptedException {
        Fork[] forks = new Fork[n];
        for (int i = 0; i < n; i++) {
            forks[i] = new Fork();
        }
        Thread[] all = new Thread[n];
        for (int i = 0; i < n; i++) {
            Fork left = forks[i];
            Fork right = forks[(i + 1) % n];
            all[i] = turns && i == n - 1 ? new Thread(() -> eat(right, left))
                                         : new Thread(() -> eat(left, right));
            all[i].start();
        }
        for (Thread t : all) {
            t.join();
        }
    }

    static void small() throws InterruptedException {
        seat(3, true);
    }

    static void medium() throws InterruptedException {
        seat(4, true);
    }

    static void large() throws InterruptedException {
        seat(7, true);
    }

    static void deadlock() throws InterruptedException {
        seat(7, false);
    }
}
