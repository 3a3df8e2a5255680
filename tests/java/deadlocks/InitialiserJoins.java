// A class initialiser starts a thread that uses the class, and waits for it.
// BRAID: verify => deadlock
// JAVA: hangs
package deadlocks;

public class InitialiserJoins {
    static class Config {
        static int value = 1;

        static {
            Thread t = new Thread(new Loader());
            t.start();
            try {
                t.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    static class Loader implements Runnable {
        public void run() {
            Config.value = 2;
        }
    }

    public static void main(String[] args) {
        System.out.println(Config.value);
    }
}
