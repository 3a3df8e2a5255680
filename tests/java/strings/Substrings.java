// Parts of strings, and the exceptions of wrong ranges.
// BRAID: verify => valid
// JAVA: prints
package strings;

public class Substrings {
    static String part(String text, int begin, int end) {
        try {
            return text.substring(begin, end);
        } catch (StringIndexOutOfBoundsException e) {
            return e.getMessage();
        }
    }

    public static void main(String[] args) {
        String text = "interleave";
        System.out.println(part(text, 0, 5) + " " + part(text, 5, 10) + " " + part(text, 4, 4) + ".");
        System.out.println(part(text, 5, 4));
        System.out.println(part(text, -1, 4));
        System.out.println(part(text, 0, 11));
        System.out.println(text.substring(5).concat("d"));
        assert text.substring(10).isEmpty();
    }
}
