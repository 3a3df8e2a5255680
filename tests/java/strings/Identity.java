// Literals are one object; a computed string is another with the same text.
// BRAID: verify => valid
// JAVA: prints
package strings;

public class Identity {
    static final String PREFIX = "ab";

    public static void main(String[] args) {
        String a = "abc";
        String b = "abc";
        String folded = PREFIX + "c";
        String part = "ab";
        String computed = part + "c";
        System.out.println((a == b) + " " + (a == folded) + " " + (a == computed) + " "
                + a.equals(computed) + " " + (a == new String("abc")));
        System.out.println(computed.intern() == a);
        assert a.hashCode() == computed.hashCode() && a.compareTo(computed) == 0;
    }
}
