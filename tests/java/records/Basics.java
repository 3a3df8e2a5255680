// Records: accessors, equality by components, text, a compact constructor.
// BRAID: verify => valid
// JAVA: prints
package records;

public class Basics {
    record Point(int x, int y) {
        Point {
            if (x < 0) {
                throw new IllegalArgumentException("negative");
            }
        }

        Point(int both) {
            this(both, both);
        }

        int sum() {
            return x + y;
        }
    }

    record Named<T>(String name, T value) {
    }

    public static void main(String[] args) {
        Point p = new Point(3, 4);
        System.out.println(p + " " + p.sum() + " " + p.equals(new Point(3, 4)) + " "
                + p.equals(new Point(4)));
        System.out.println(new Named<>("n", p));
        try {
            new Point(-1);
            assert false;
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        assert p.hashCode() == new Point(3, 4).hashCode();
        assert !p.equals(null) && p.x() == 3;
    }
}
