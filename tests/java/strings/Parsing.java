// Numbers in texts, and texts that are none.
// BRAID: verify => valid
// JAVA: prints
package strings;

public class Parsing {
    static void parse(String text) {
        try {
            System.out.println(Integer.parseInt(text));
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
    }

    public static void main(String[] args) {
        parse("0");
        parse("-2147483648");
        parse("2147483647");
        parse("2147483648");
        parse("+7");
        parse("");
        parse("-");
        parse("1 ");
        parse("12x");
        parse(null);
        System.out.println(Integer.parseInt("-ff", 16) + " " + Long.parseLong("9223372036854775807")
                + " " + Byte.parseByte("-128") + " " + Boolean.parseBoolean("TRUE"));
        System.out.println(Integer.toHexString(-1) + " " + Integer.toBinaryString(10) + " "
                + Integer.toString(-255, 16) + " " + Long.toHexString(1L << 40));
        assert Integer.valueOf("77").equals(77);
    }
}
