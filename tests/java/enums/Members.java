// Enums with fields, constructors, methods per constant, values and valueOf.
// BRAID: verify => valid
// JAVA: prints
package enums;

public class Members {
    enum Op {
        PLUS("+") {
            int apply(int a, int b) {
                return a + b;
            }
        },
        TIMES("*") {
            int apply(int a, int b) {
                return a * b;
            }
        };

        final String sign;

        Op(String sign) {
            this.sign = sign;
        }

        abstract int apply(int a, int b);
    }

    public static void main(String[] args) {
        for (Op op : Op.values()) {
            System.out.println(op + " " + op.ordinal() + " " + op.sign + " " + op.apply(6, 7));
        }
        System.out.println(Op.valueOf("TIMES").name() + " " + Op.PLUS.compareTo(Op.TIMES));
        try {
            Op.valueOf("MINUS");
            assert false;
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        assert Op.valueOf("PLUS") == Op.PLUS && Op.values() != Op.values();
    }
}
