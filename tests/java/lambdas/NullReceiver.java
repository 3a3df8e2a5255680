// A bound method reference looks at its receiver when it is made, not when it is called.
// BRAID: verify => invalid line 11 throws java.lang.NullPointerException
// JAVA: prints
package lambdas;

public class NullReceiver {
    public static void main(String[] args) {
        Runnable nothing = null;
        Runnable lambda = () -> nothing.run();
        System.out.println("made a lambda");
        Runnable reference = nothing::run; // fails
        System.out.println("not reached");
        lambda.run();
        reference.run();
    }
}
