// A thread waits for the end of the main thread: what that wrote happened before.
// BRAID: verify => valid
// JAVA: prints alone
package threads;

public class JoinMain {
    static int value;

    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        Thread waiting = new Thread(() -> {
            try {
                main.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            assert value == 1;
            System.out.println(value + " " + main.isAlive());
        });
        waiting.start();
        value = 1;
    }
}
