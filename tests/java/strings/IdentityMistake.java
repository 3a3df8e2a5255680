// Strings that are compared by identity, as beginners do.
// BRAID: verify => invalid line 13 throws java.lang.AssertionError
// JAVA: prints
package strings;

public class IdentityMistake {
    static String read(int n) {
        return "item" + n;
    }

    public static void main(String[] args) {
        System.out.println(read(1).equals("item1"));
        assert read(1) == "item1"; // fails
    }
}
