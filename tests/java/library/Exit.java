// System.exit ends the program, whatever other threads do; nothing after it is reached.
// BRAID: verify => valid
// JAVA: prints alone
package library;

public class Exit {
    public static void main(String[] args) {
        Thread waiting = new Thread(() -> {
            synchronized (Exit.class) {
                try {
                    Exit.class.wait();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        });
        waiting.start();
        System.out.println("exit");
        System.exit(0);
        assert false;
    }
}
