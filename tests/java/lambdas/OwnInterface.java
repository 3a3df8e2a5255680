// Functional interfaces of the program's own, generic and with default methods.
// BRAID: verify => valid
// JAVA: prints
package lambdas;

public class OwnInterface {
    interface Parser<T> {
        T parse(String text) throws Exception;

        default Parser<T> orElse(T value) {
            return text -> {
                try {
                    return parse(text);
                } catch (Exception e) {
                    return value;
                }
            };
        }
    }

    public static void main(String[] args) throws Exception {
        Parser<Integer> parser = Integer::parseInt;
        Parser<Integer> safe = parser.orElse(-1);
        System.out.println(safe.parse("12") + " " + safe.parse("x"));
        try {
            parser.parse("x");
            assert false;
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
    }
}
