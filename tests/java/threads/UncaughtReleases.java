// An exception that leaves a synchronized method gives the monitor back.
// BRAID: verify => valid
// JAVA: prints
package threads;

public class UncaughtReleases {
    private int count;

    synchronized void fail() {
        count++;
        throw new IllegalStateException();
    }

    synchronized int get() {
        return count;
    }

    public static void main(String[] args) throws InterruptedException {
        UncaughtReleases shared = new UncaughtReleases();
        Thread t = new Thread(() -> {
            try {
                shared.fail();
            } catch (IllegalStateException e) {
                shared.get();
            }
        });
        t.start();
        t.join();
        System.out.println(shared.get());
        assert shared.get() == 1;
    }
}
