// One number among four thousand million.
// BRAID: verify --engine symex => invalid line 10 throws java.lang.AssertionError
// JAVA: never
package unknowns;

public class AnyInt {
    public static void main(String[] args) {
        int x = braid.Any.anInt();
        int y = x * 3 + 7;
        assert y != 1000000000; // fails
    }
}
