// A long that a linear equation hides, beyond the range of int.
// BRAID: verify --engine symex => invalid line 10 throws java.lang.AssertionError
// JAVA: never
package unknowns;

public class AnyLong {
    public static void main(String[] args) {
        long x = braid.Any.aLong();
        braid.Any.assume(x > 0);
        assert (x ^ 0x5555L) != 123456789012345L; // fails
    }
}
