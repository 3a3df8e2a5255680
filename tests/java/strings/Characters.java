// length, charAt, and what lies outside.
// BRAID: verify => invalid line 10 throws java.lang.StringIndexOutOfBoundsException
// JAVA: prints
package strings;

public class Characters {
    static int vowels(String text, int to) {
        int count = 0;
        for (int i = 0; i < to; i++) {
            char c = text.charAt(i); // fails
            if ("aeiou".indexOf(c) >= 0) {
                count++;
            }
        }
        return count;
    }

    public static void main(String[] args) {
        System.out.println(vowels("concurrency", 11));
        System.out.println(vowels("braid", 6));
    }
}
