// An object with final fields is published by a race: what is in it is safe, but the reference is
// read and written in no order.
// BRAID: verify => invalid race
// BRAID: verify --no-races => valid
// JAVA: runs
package memory;

public class FinalPublication {
    static final class Point {
        final int x;
        final int y;

        Point(int x, int y) {
            this.x = x;
            this.y = y;
        }
    }

    static Point point;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> point = new Point(3, 4));
        t.start();
        Point seen = point;
        assert seen == null || seen.x + seen.y == 7;
        t.join();
    }
}
