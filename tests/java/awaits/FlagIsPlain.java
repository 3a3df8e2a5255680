// The flag is not volatile: that is a race, whatever the loop does.
// BRAID: verify => invalid race
// BRAID: verify --no-races => valid
// JAVA: never
package awaits;

public class FlagIsPlain {
    private static boolean flag;

    public static void main(String[] args) {
        new Thread(() -> flag = true).start();
        while (!flag) {
            Thread.onSpinWait();
        }
    }
}
