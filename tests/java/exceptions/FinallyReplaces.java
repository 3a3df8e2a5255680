// An exception in a finally block takes the place of the one that was on its way.
// BRAID: verify => invalid line 17 throws java.lang.IllegalStateException
// JAVA: prints
package exceptions;

public class FinallyReplaces {
    static void fail() {
        throw new IllegalArgumentException("lost");
    }

    public static void main(String[] args) {
        try {
            fail();
        } finally {
            System.out.println("cleaning up");
            if (args.length == 0) {
                throw new IllegalStateException("replaces"); // fails
            }
        }
    }
}
