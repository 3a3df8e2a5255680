// Writes are locked, the read is not.
// BRAID: verify => invalid race
// BRAID: verify --no-races => valid
// JAVA: runs
package races;

public class ReadWithoutLock {
    private int count;

    synchronized void add() {
        count++;
    }

    int get() {
        return count;
    }

    public static void main(String[] args) throws InterruptedException {
        ReadWithoutLock c = new ReadWithoutLock();
        Thread t = new Thread(c::add);
        t.start();
        int seen = c.get();
        assert seen == 0 || seen == 1;
        t.join();
    }
}
