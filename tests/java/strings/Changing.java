// Case, trimming, repetition and joining; strings themselves never change.
// BRAID: verify => valid
// JAVA: prints
package strings;

public class Changing {
    public static void main(String[] args) {
        String text = "  Mixed Case 42\t";
        System.out.println("[" + text.trim() + "][" + text.strip() + "]");
        System.out.println(text.toUpperCase().trim() + " " + text.toLowerCase().trim());
        System.out.println("ab".repeat(3) + "ab".repeat(0) + String.join("-", "x", "y", null));
        System.out.println(" \n".isBlank() + " " + "".isEmpty());
        char[] letters = "word".toCharArray();
        letters[0] = 'l';
        System.out.println(new String(letters) + new String(letters, 1, 2));
        String original = "same";
        original.toUpperCase();
        assert original.equals("same");
    }
}
