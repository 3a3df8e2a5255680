// A long field without a lock: a race, as its halves may be mixed.
// BRAID: verify => invalid race
// JAVA: runs
package races;

public class LongField {
    static long value;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> value = -1L);
        t.start();
        long seen = value;
        assert seen == 0 || seen == -1;
        t.join();
    }
}
