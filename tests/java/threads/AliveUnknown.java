// Right after its start, a thread may have ended already.
// BRAID: verify => invalid line 10 throws java.lang.AssertionError
// JAVA: runs
package threads;

public class AliveUnknown {
    public static void main(String[] args) {
        Thread t = new Thread(() -> { });
        t.start();
        assert t.isAlive(); // fails
    }
}
