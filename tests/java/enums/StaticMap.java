// An enum whose static initialiser fills a table that a static method reads.
// BRAID: verify => valid
// JAVA: prints
package enums;

public class StaticMap {
    enum Code {
        OK(200), GONE(410), TEAPOT(418);

        private static final Code[] BY_NUMBER = new Code[500];

        static {
            for (Code code : values()) {
                BY_NUMBER[code.number] = code;
            }
        }

        final int number;

        Code(int number) {
            this.number = number;
        }

        static Code of(int number) {
            return BY_NUMBER[number];
        }
    }

    public static void main(String[] args) {
        System.out.println(Code.of(418) + " " + Code.of(200) + " " + Code.of(404));
        assert Code.of(410) == Code.GONE;
    }
}
