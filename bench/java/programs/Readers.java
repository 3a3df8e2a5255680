/** Threads that read what the first one writes: two executions for each of them. */
public class Readers {
    private volatile int value;

    private void read() {
        int seen = value;
        assert seen == 0 || seen == 1;
    }

    private static void run(int readers) throws InterruptedException {
        Readers shared = new Readers();
        Thread[] all = new Thread[readers];
        for (int i = 0; i < readers; i++) {
            all[i] = new Thread(shared::read);
            all[i].start();
        }
        shared.value = 1;
        for (Thread t : all) {
            t.join();
        }
    }

    static void small() throws InterruptedException {
        run(2);
    }

    static void medium() throws InterruptedException {
        run(5);
    }

    static void large() throws InterruptedException {
        run(10);
    }
}
