// A thread clears its interrupt, and then waits for one: it goes round for ever, within a method of the library.
// BRAID: verify --stateful => valid endless 13
// BRAID: verify --stateful --no-races => valid endless 13
// JAVA: may hang
package interrupts;

public class ClearedAndAwaited {
    private static void await() {
        if (Thread.interrupted()) {
            return;
        }
        Thread.interrupted();
        while (!Thread.currentThread().isInterrupted()) {
            Thread.onSpinWait();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(ClearedAndAwaited::await);
        thread.start();
        thread.interrupt();
        thread.join();
    }
}
