// Interfaces, dispatch, instanceof and casts over all heaps.
// BRAID: verify --engine modular --entry modular.Shapes.dispatch => valid
// BRAID: verify --engine modular --entry modular.Shapes.wrongCast => invalid line 65 throws java.lang.ClassCastException
// BRAID: verify --engine modular --entry modular.Shapes.pattern => valid
// BRAID: verify --engine modular --entry modular.Shapes.total --scope 2 => valid
// JAVA: never
package modular;

public class Shapes {
    interface Shape {
        int sides();

        default boolean isRound() {
            return sides() == 0;
        }
    }

    static class Square implements Shape {
        int side;

        public int sides() {
            return 4;
        }
    }

    static class Circle implements Shape {
        public int sides() {
            return 0;
        }
    }

    static class Cut extends Square {
        @Override
        public int sides() {
            return super.sides() + 1;
        }
    }

    Shape shape;
    Shapes next;

    static void dispatch(Square s) {
        if (s == null) {
            return;
        }
        int sides = s.sides();
        assert sides == 4 || sides == 5;
        assert sides == 5 == s instanceof Cut;
        assert !s.isRound();
    }

    static void pattern(Shape o) {
        if (o instanceof Square && !(o instanceof Cut)) {
            assert ((Square) o).sides() == 4;
        }
        if (o instanceof Circle) {
            assert o.isRound();
        }
    }

    static int wrongCast(Shape o) {
        if (o instanceof Cut || o == null) {
            return 0;
        }
        return ((Square) o).side; // fails
    }

    static void total(Shapes first) {
        int rounds = 0;
        for (Shapes at = first; at != null && rounds < 2; at = at.next) {
            Shape s = at.shape;
            if (s instanceof Circle || s instanceof Square) {
                assert s.isRound() == s instanceof Circle;
            }
            rounds++;
        }
    }
}
