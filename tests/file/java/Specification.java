// Methods of a specification are public, or they are no operations.
// ARGS: verify %s --linearizable Cell
// EXIT: 2
public class Specification {
    static class Cell {
        private int value;
        void set(int now) { value = now; }
    }
    public static void main(String[] args) {
        new Cell().set(1);
    }
}
// EXPECT STDERR
// error[JVM0108]: `Specification$Cell` cannot be a sequential specification: it has no public methods
//
// 1 error
