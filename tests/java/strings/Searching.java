// indexOf and its relatives.
// BRAID: verify => valid
// JAVA: prints
package strings;

public class Searching {
    public static void main(String[] args) {
        String text = "abracadabra";
        System.out.println(text.indexOf('a') + " " + text.indexOf('a', 1) + " " + text.indexOf('z')
                + " " + text.lastIndexOf('a') + " " + text.lastIndexOf('b', 7));
        System.out.println(text.indexOf("bra") + " " + text.indexOf("bra", 2) + " "
                + text.lastIndexOf("bra") + " " + text.indexOf("") + " " + text.indexOf("", 99));
        System.out.println(text.startsWith("abra") + " " + text.startsWith("abra", 7) + " "
                + text.endsWith("bra") + " " + text.contains("cad") + " " + text.contains("cat"));
        System.out.println(text.replace('a', 'o') + " " + text.replace("abra", "-"));
        assert text.indexOf("x", -5) == -1;
    }
}
