// Another thread may end the program first, or may come too late to do so.
// BRAID: verify => invalid line 13 throws java.lang.AssertionError
// JAVA: may hang
package library;

public class ExitOfOther {
    static volatile boolean exits;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(ExitOfOther::end);
        other.start();
        boolean seen = exits;
        assert !seen;  // fails
        other.join();
        assert false;
    }

    static void end() {
        exits = true;
        Runtime.getRuntime().halt(0);
    }
}
