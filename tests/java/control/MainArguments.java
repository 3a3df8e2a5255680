// What main gets is never null, and neither are its elements.
// BRAID: verify --args any => invalid line 14 throws java.lang.AssertionError
// BRAID: verify => valid
// JAVA: never
package control;

public class MainArguments {
    public static void main(String[] args) {
        assert args != null;
        for (String text : args) {
            assert text != null;
        }
        if (args.length > 1) {
            assert args[0].length() != args[1].length(); // fails
        }
        System.out.println(args.length);
    }
}
