// Two classes that need each other: the one that began sees the other's finished values, not vice versa.
// BRAID: verify => valid
// JAVA: prints
package initialisers;

public class Cycle {
    static class A {
        static final int X = B.Y + 1;

        static int x() {
            return X;
        }
    }

    static class B {
        static final int Y = A.x() + 1;
    }

    public static void main(String[] args) {
        System.out.println(A.X + " " + B.Y);
        assert B.Y == 1 && A.X == 2;
    }
}
