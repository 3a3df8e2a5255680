// A thread that a constructor starts may see the object before it is made: a final field, too.
// BRAID: verify => invalid race
// BRAID: verify --no-races => invalid line 16 throws java.lang.AssertionError
// JAVA: runs
package memory;

public class StartedInConstructor {
    private final int value;

    StartedInConstructor() {
        new Thread(() -> check()).start();
        value = 3;
    }

    private void check() {
        assert value == 3; // fails
    }

    public static void main(String[] args) {
        new StartedInConstructor();
    }
}
