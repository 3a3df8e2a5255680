// A switch over strings, two of which have the same hash code.
// BRAID: verify => valid
// JAVA: prints
package switches;

public class OverStrings {
    static int number(String text) {
        switch (text) {
            case "Aa":
                return 1;
            case "BB":
                return 2;
            case "":
                return 3;
            case "longer text":
                return 4;
            default:
                return 0;
        }
    }

    public static void main(String[] args) {
        assert "Aa".hashCode() == "BB".hashCode();
        System.out.println(number("Aa") + " " + number("BB") + " " + number("") + " "
                + number("longer " + "text".substring(0)) + " " + number("C#"));
        try {
            number(null);
            assert false;
        } catch (NullPointerException e) {
            System.out.println("null");
        }
    }
}
