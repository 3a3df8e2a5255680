// Two daemons that wait for each other are no deadlock, as the program ends without them.
// BRAID: verify => valid
// JAVA: prints alone
package threads;

public class DaemonBlocked {
    static final Object A = new Object();
    static final Object B = new Object();

    static void start(Object first, Object second) {
        Thread t = new Thread(() -> {
            synchronized (first) {
                synchronized (second) {
                    first.notify();
                }
            }
        });
        t.setDaemon(true);
        t.start();
    }

    public static void main(String[] args) {
        start(A, B);
        start(B, A);
        System.out.println("end");
    }
}
