// A hash code that is computed when it is first asked for, by whoever asks: every thread finds the
// same one, but for the specification it is a race.
// BRAID: verify => invalid race
// BRAID: verify --no-races => valid
// JAVA: prints
package memory;

public class CachedHash {
    private final int[] parts = {1, 2, 3};
    private int hash;

    public int hashCode() {
        int h = hash;
        if (h == 0) {
            for (int part : parts) {
                h = 31 * h + part;
            }
            hash = h;
        }
        return h;
    }

    public static void main(String[] args) throws InterruptedException {
        CachedHash key = new CachedHash();
        int[] seen = new int[1];
        Thread t = new Thread(() -> seen[0] = key.hashCode());
        t.start();
        int mine = key.hashCode();
        t.join();
        System.out.println(mine);
        assert mine == seen[0];
    }
}
