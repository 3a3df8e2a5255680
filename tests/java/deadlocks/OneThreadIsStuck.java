// A deadlock of one thread counts, though the others end.
// BRAID: verify => deadlock
// JAVA: hangs
package deadlocks;

public class OneThreadIsStuck {
    public static void main(String[] args) {
        Object lock = new Object();
        new Thread(() -> {
            synchronized (lock) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        }).start();
        System.out.println("main ends");
    }
}
