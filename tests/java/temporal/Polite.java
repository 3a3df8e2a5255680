// Two threads that let each other go first: a livelock, also with a fair scheduler.
// BRAID: verify --fair --ltl '<>Polite.served' => invalid
// JAVA: never
package temporal;

public class Polite {
    private static volatile boolean leftWaits;
    private static volatile boolean rightWaits;
    private static volatile boolean served;

    public static void main(String[] args) {
        new Thread(() -> right()).start();
        while (true) {
            leftWaits = true;
            if (!rightWaits) {
                served = true;
                return;
            }
            leftWaits = false;
        }
    }

    private static void right() {
        while (true) {
            rightWaits = true;
            if (!leftWaits) {
                served = true;
                return;
            }
            rightWaits = false;
        }
    }
}
