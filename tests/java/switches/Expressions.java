// Switch expressions with several labels, yield and nested switches.
// BRAID: verify => valid
// JAVA: prints
package switches;

public class Expressions {
    static int days(int month, boolean leap) {
        return switch (month) {
            case 4, 6, 9, 11 -> 30;
            case 2 -> leap ? 29 : 28;
            default -> {
                if (month < 1 || month > 12) {
                    throw new IllegalArgumentException("month " + month);
                }
                yield 31;
            }
        };
    }

    static String kind(char c) {
        return switch (c) {
            case 'a', 'e', 'i', 'o', 'u' -> "vowel";
            case ' ' -> "space";
            default -> switch (c / 10) {
                case 4, 5 -> "digit?";
                default -> "other";
            };
        };
    }

    public static void main(String[] args) {
        int sum = 0;
        for (int m = 1; m <= 12; m++) {
            sum += days(m, false);
        }
        System.out.println(sum + " " + kind('e') + kind('5') + kind(' ') + kind('z'));
        try {
            days(13, true);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        assert sum == 365;
    }
}
