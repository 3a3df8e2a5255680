// The program cannot read stack traces here; printing one to the standard error does no harm.
// BRAID: verify => unknown reason Throwable.getStackTrace
// BRAID: verify --entry exceptions.StackTrace.print => valid
// JAVA: prints
package exceptions;

public class StackTrace {
    static void print() {
        new IllegalStateException("shown").printStackTrace();
    }

    public static void main(String[] args) {
        System.out.println("trace");
        assert new Exception().getStackTrace().length > 0;
    }
}
