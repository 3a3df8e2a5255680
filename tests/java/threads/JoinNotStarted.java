// join of a thread that was never started comes back at once, and join(0) waits for ever.
// BRAID: verify => valid
// JAVA: prints
package threads;

public class JoinNotStarted {
    static int runs;

    public static void main(String[] args) throws InterruptedException {
        Thread never = new Thread(() -> runs++);
        never.join();
        System.out.println(runs);
        Thread t = new Thread(() -> runs++);
        t.start();
        t.join(0);
        System.out.println(runs);
        try {
            t.join(-1);
            assert false;
        } catch (IllegalArgumentException e) {
            System.out.println("negative");
        }
        assert runs == 1;
    }
}
