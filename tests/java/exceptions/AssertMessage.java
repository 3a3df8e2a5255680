// The message of an assertion is computed only when it fails, and may be of any type.
// BRAID: verify => valid
// JAVA: prints
package exceptions;

public class AssertMessage {
    static int computed;

    static int message() {
        return ++computed;
    }

    public static void main(String[] args) {
        assert computed == 0 : message();
        System.out.println(computed);
        try {
            assert computed == 1 : message();
            System.out.println("not reached");
        } catch (AssertionError e) {
            System.out.println(e.getMessage() + " " + computed);
        }
        try {
            assert false;
        } catch (AssertionError e) {
            System.out.println(e.getMessage());
        }
        assert computed == 1 : "one";
    }
}
