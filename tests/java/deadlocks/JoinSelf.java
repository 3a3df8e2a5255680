// A thread that waits for its own end.
// BRAID: verify => deadlock
// JAVA: hangs
package deadlocks;

public class JoinSelf {
    public static void main(String[] args) throws InterruptedException {
        Thread.currentThread().join();
    }
}
