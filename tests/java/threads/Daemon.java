// A daemon thread that waits for ever does not keep the program from its end.
// BRAID: verify => valid
// JAVA: prints alone
package threads;

public class Daemon {
    static final Object NEVER = new Object();

    public static void main(String[] args) {
        Thread t = new Thread(() -> {
            synchronized (NEVER) {
                while (true) {
                    try {
                        NEVER.wait();
                    } catch (InterruptedException e) {
                        return;
                    }
                }
            }
        });
        t.setDaemon(true);
        t.start();
        System.out.println(t.isDaemon() + " " + Thread.currentThread().isDaemon());
    }
}
