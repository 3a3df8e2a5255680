// Two threads that wait for each other's end.
// BRAID: verify => deadlock
// JAVA: hangs
package deadlocks;

public class JoinEachOther {
    static void joinOf(Thread t) {
        try {
            t.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        Thread t = new Thread(() -> joinOf(main));
        t.start();
        joinOf(t);
    }
}
