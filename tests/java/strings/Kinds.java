// What kind of character one of ASCII is.
// BRAID: verify => valid
// JAVA: prints
package strings;

public class Kinds {
    public static void main(String[] args) {
        String text = "aZ5 \t_";
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            System.out.println(Character.isDigit(c) + " " + Character.isLetter(c) + " "
                    + Character.isLetterOrDigit(c) + " " + Character.isUpperCase(c) + " "
                    + Character.isLowerCase(c) + " " + Character.isWhitespace(c) + " "
                    + (int) Character.toUpperCase(c) + " " + Character.digit(c, 16));
        }
        assert Character.forDigit(11, 16) == 'b' && Character.getNumericValue('7') == 7;
    }
}
