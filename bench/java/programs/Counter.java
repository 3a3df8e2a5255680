/** Threads that count together, under one monitor. */
public class Counter {
    private int count;

    private synchronized void increment() {
        count++;
    }

    private void work(int times) {
        for (int i = 0; i < times; i++) {
            increment();
        }
    }

    private static void run(int threads, int times) throws InterruptedException {
        Counter counter = new Counter();
        Thread[] all = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            all[i] = new Thread(() -> counter.work(times));
            all[i].start();
        }
        for (Thread t : all) {
            t.join();
        }
        assert counter.count == threads * times;
    }

    static void small() throws InterruptedException {
        run(2, 3);
    }

    static void medium() throws InterruptedException {
        run(3, 3);
    }

    static void large() throws InterruptedException {
        run(4, 4);
    }
}
