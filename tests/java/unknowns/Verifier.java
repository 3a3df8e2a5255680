// The interface of the competition on software verification.
// BRAID: verify => invalid line 14 throws java.lang.AssertionError
// JAVA: never
package unknowns;

public class Verifier {
    public static void main(String[] args) {
        int a = org.sosy_lab.sv_benchmarks.Verifier.nondetInt();
        int b = org.sosy_lab.sv_benchmarks.Verifier.nondetInt();
        org.sosy_lab.sv_benchmarks.Verifier.assume(a > 0 && b > 0);
        if (a > b) {
            assert a - b > 0;
        }
        assert a + b > 0; // fails
    }
}
