// A palindrome is one backwards: two ways to find out agree.
// BRAID: verify => valid
// JAVA: prints
package strings;

public class Palindrome {
    static boolean byIndex(String text) {
        for (int i = 0, j = text.length() - 1; i < j; i++, j--) {
            if (text.charAt(i) != text.charAt(j)) {
                return false;
            }
        }
        return true;
    }

    static boolean byReverse(String text) {
        return new StringBuilder(text).reverse().toString().equals(text);
    }

    public static void main(String[] args) {
        for (String text : new String[] {"", "a", "ab", "aba", "abba", "abca"}) {
            System.out.println(text + " " + byIndex(text));
            assert byIndex(text) == byReverse(text);
        }
    }
}
