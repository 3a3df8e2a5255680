// The unknown values of harnesses for JBMC.
// BRAID: verify => invalid line 13 throws java.lang.AssertionError
// JAVA: never
package unknowns;

public class CProver {
    public static void main(String[] args) {
        long a = org.cprover.CProver.nondetLong();
        byte b = org.cprover.CProver.nondetByte();
        org.cprover.CProver.assume(a == b);
        assert a >= -128 && a <= 127;
        assert (int) a == b;
        assert a != 77; // fails
    }
}
