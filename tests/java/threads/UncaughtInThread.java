// An exception that nobody catches ends its thread, and counts, though main goes on.
// BRAID: verify => invalid line 9 throws java.lang.IllegalStateException
// JAVA: prints
package threads;

public class UncaughtInThread {
    static void work(int x) {
        if (x > 0) {
            throw new IllegalStateException("x is " + x); // fails
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> work(3));
        t.start();
        t.join();
        System.out.println("main ends");
    }
}
