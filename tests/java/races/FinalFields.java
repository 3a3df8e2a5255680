// Objects with final fields, handed over by the start of threads, may be read by all.
// BRAID: verify => valid
// JAVA: prints
package races;

public class FinalFields {
    static final class Point {
        final int x;
        final int y;

        Point(int x, int y) {
            this.x = x;
            this.y = y;
        }
    }

    static int sumA;
    static int sumB;

    public static void main(String[] args) throws InterruptedException {
        Point p = new Point(3, 4);
        Thread a = new Thread(() -> sumA = p.x + p.y);
        Thread b = new Thread(() -> sumB = p.x * p.y);
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(sumA + " " + sumB);
        assert sumA == 7 && sumB == 12;
    }
}
