// throw null throws a NullPointerException.
// BRAID: verify => invalid line 15 throws java.lang.NullPointerException
// JAVA: prints
package exceptions;

public class ThrowNull {
    static RuntimeException choose(int i) {
        return i == 0 ? new IllegalStateException("zero") : null;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            try {
                RuntimeException chosen = choose(i);
                throw chosen; // fails
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
