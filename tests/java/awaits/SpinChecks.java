// What the loop asserts while it waits can fail.
// BRAID: verify => invalid line 20 throws java.lang.AssertionError
// JAVA: runs
package awaits;

public class SpinChecks {
    private static volatile boolean flag;
    private static volatile int steps;

    public static void main(String[] args) {
        new Thread(() -> {
            steps = 1;
            steps = 2;
            flag = true;
        }).start();
        while (!flag) {
            int seen = steps;
            if (seen == 1) {
                // Rarely seen by a test.
                throw new AssertionError(); // fails
            }
        }
    }
}
