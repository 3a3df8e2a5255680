// A StringBuilder that two threads share: a race within it.
// BRAID: verify => invalid race
// JAVA: runs
package strings;

public class BuilderRace {
    public static void main(String[] args) throws InterruptedException {
        StringBuilder shared = new StringBuilder();
        Thread t = new Thread(() -> shared.append("ab"));
        t.start();
        shared.append("cd");
        t.join();
    }
}
