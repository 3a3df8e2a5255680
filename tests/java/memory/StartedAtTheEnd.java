// If the thread is started when all fields are set, start orders what comes before it.
// BRAID: verify => valid
// JAVA: runs
package memory;

public class StartedAtTheEnd {
    private final int value;
    private int more;

    StartedAtTheEnd() {
        value = 3;
        more = 4;
        new Thread(() -> check()).start();
    }

    private void check() {
        assert value + more == 7;
    }

    public static void main(String[] args) {
        new StartedAtTheEnd();
    }
}
