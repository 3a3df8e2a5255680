// Order, equality with and without case, hash codes.
// BRAID: verify => valid
// JAVA: prints
package strings;

public class Comparison {
    public static void main(String[] args) {
        String[] words = {"apple", "Apple", "app", "", "banana"};
        for (String a : words) {
            String line = a.hashCode() + ":";
            for (String b : words) {
                line += " " + a.compareTo(b) + "/" + a.compareToIgnoreCase(b);
            }
            System.out.println(line);
        }
        System.out.println("Straw".equalsIgnoreCase("sTRAW") + " " + "a".equalsIgnoreCase(null));
        assert "b".compareTo("a") > 0 && !"a".equals(null);
    }
}
