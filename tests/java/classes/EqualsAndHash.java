// equals and hashCode of our own, used through Objects.
// BRAID: verify => valid
// JAVA: prints
package classes;

import java.util.Objects;

public class EqualsAndHash {
    static final class Point {
        final int x;
        final int y;

        Point(int x, int y) {
            this.x = x;
            this.y = y;
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Point && ((Point) o).x == x && ((Point) o).y == y;
        }

        @Override
        public int hashCode() {
            return Objects.hash(x, y);
        }
    }

    public static void main(String[] args) {
        Point a = new Point(1, 2);
        Point b = new Point(1, 2);
        System.out.println((a == b) + " " + a.equals(b) + " " + (a.hashCode() == b.hashCode()));
        System.out.println(a.hashCode() + " " + Objects.equals(null, a) + " "
                + Objects.equals(null, null));
        assert !a.equals("1,2") && Objects.hashCode(null) == 0;
        Object plain = new Object();
        assert plain.hashCode() == plain.hashCode() && plain.equals(plain);
    }
}
