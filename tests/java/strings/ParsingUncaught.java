// A text that is not a number, far away from where it was written.
// BRAID: verify => invalid throws java.lang.NumberFormatException
// JAVA: prints
package strings;

public class ParsingUncaught {
    static int total(String... prices) {
        int total = 0;
        for (String price : prices) {
            total += Integer.parseInt(price);
        }
        return total;
    }

    public static void main(String[] args) {
        System.out.println(total("1", "20"));
        System.out.println(total("1", "2O"));
    }
}
