// Where a null came from may be too hard to tell: then so is the message, but not that there is one.
// BRAID: verify => unknown reason message of a NullPointerException
// JAVA: prints
package exceptions;

public class NullMessageUnknown {
    static String choose(boolean first, String a, String b) {
        return (first ? a : b).trim();
    }

    public static void main(String[] args) {
        try {
            choose(args.length > 0, "a", null);
        } catch (NullPointerException e) {
            System.out.println("caught");
            assert e.getMessage() != null;
        }
    }
}
