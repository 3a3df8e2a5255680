// A status other than 0 is no violation, and ends a program whose other threads are blocked.
// BRAID: verify => valid
// JAVA: prints alone status 3
package library;

public class ExitStatus {
    static final Object LOCK = new Object();

    public static void main(String[] args) {
        Thread blocked = new Thread(() -> {
            synchronized (LOCK) {
                throw new IllegalStateException();
            }
        });
        synchronized (LOCK) {
            blocked.start();
            System.out.println("exit");
            Runtime.getRuntime().exit(3);
        }
    }
}
